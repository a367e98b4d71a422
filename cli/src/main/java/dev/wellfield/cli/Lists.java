package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads whole lists: page by page, tenant by tenant. At most {@value #MOST_PAGES} pages of {@value #PAGE}. */
final class Lists {
    private static final int PAGE = 500;
    private static final int MOST_PAGES = 20;

    private final Connection connection;

    Lists(Connection connection) {
        this.connection = connection;
    }

    /** @param tenant of this tenant alone, where the kind has tenants */
    List<JsonNode> all(Kind kind, @Nullable String tenant) {
        return switch (kind.scope()) {
            case Kind.Scope.Everywhere(ApiPath path, boolean pages) ->
                ofTenant(pages ? paged(path) : items(connection.rest().get(path)), tenant);
            case Kind.Scope.EachTenant(String last) -> {
                List<JsonNode> all = new ArrayList<>();
                for (String each : tenants(tenant)) {
                    all.addAll(items(connection.rest().get(ApiPath.of("tenants", each, last))));
                }
                yield all;
            }
        };
    }

    private List<String> tenants(@Nullable String tenant) {
        if (tenant != null) {
            return List.of(tenant);
        }
        return connection
                .terminal()
                .variable("WELLFIELD_TENANT")
                .map(List::of)
                .orElseGet(() -> items(connection.rest().get(ApiPath.of("tenants"))).stream()
                        .map(it -> Json.text(it, "/metadata/name"))
                        .toList());
    }

    private static List<JsonNode> ofTenant(List<JsonNode> items, @Nullable String tenant) {
        if (tenant == null) {
            return items;
        }
        return items.stream()
                .filter(it -> {
                    String owner = Json.text(it, it.has("metadata") ? "/metadata/tenant" : "/tenant");
                    return owner.isEmpty() || owner.equals(tenant);
                })
                .toList();
    }

    private List<JsonNode> paged(ApiPath path) {
        Rest rest = connection.rest();
        List<JsonNode> all = new ArrayList<>();
        @Nullable String cursor = null;
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonNode answer = rest.get(path.with("limit", PAGE).with("cursor", cursor));
            all.addAll(items(answer));
            cursor = Json.textOrNull(answer, "/nextCursor");
            if (cursor == null) {
                return all;
            }
        }
        connection
                .terminal()
                .note("These are the first " + all.size() + "; there are more. Narrow it with --tenant or --phase.");
        return all;
    }

    private static List<JsonNode> items(JsonNode answer) {
        List<JsonNode> items = new ArrayList<>();
        answer.path("items").forEach(items::add);
        return items;
    }
}
