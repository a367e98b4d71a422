package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** One of a kind by its name, as the list has it. */
    JsonNode one(Kind kind, String wanted, @Nullable String tenant) {
        if (kind.word().equals("workloads")) {
            WorkloadName workload = WorkloadName.of(wanted, tenant, connection);
            return connection.rest().get(workload.path());
        }
        String path = kind.scope() instanceof Kind.Scope.EachTenant && !wanted.contains("/")
                ? connection.tenant(tenant) + "/" + wanted
                : wanted;
        String owner = kind.scope() instanceof Kind.Scope.EachTenant ? path.substring(0, path.indexOf('/')) : tenant;
        Optional<JsonNode> found = all(kind, owner).stream()
                .filter(it -> kind.path().apply(it).equals(path))
                .findFirst();
        return found.orElseThrow(() -> Failure.of(
                ExitCode.NOT_FOUND,
                "There is no \"" + path + "\" among the " + kind.word() + " that you may see.",
                "`wellfield get " + kind.word() + "` shows them."));
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
