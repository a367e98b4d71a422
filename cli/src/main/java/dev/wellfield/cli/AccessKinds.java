package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.and;
import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.Kind.wide;
import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Who may do what: API keys, principals and their tokens. */
final class AccessKinds {
    private AccessKinds() {}

    static Kind keys() {
        return new Kind(
                "keys",
                new Kind.Scope.EachTenant("keys"),
                Kind::metadataPath,
                List.of(
                        column("KEY", (item, now) -> Cell.of(Kind.metadataPath(item))),
                        column("BEGINS WITH", "/status/prefix"),
                        column("STATE", (item, now) -> state(flag(item, "/status/active"), item, now)),
                        column("MODELS", (item, now) -> Cell.of(listed(item, "models"))),
                        wide("SCOPES", (item, now) -> Cell.of(listed(item, "scopes"))),
                        column(">CONCURRENT", "/spec/concurrentRequests"),
                        column(">REQUESTS/MIN", "/spec/requestsPerMinute"),
                        column(">TOKENS/MIN", "/spec/tokensPerMinute"),
                        column("EXPIRES (UTC)", (item, now) -> Cell.of(Times.seconds(text(item, "/spec/expiresAt")))),
                        wide(">AGE", (item, now) -> Cell.of(Times.age(text(item, "/metadata/createdAt"), now)))),
                fields(
                        "tenant=/metadata/tenant",
                        "name=/metadata/name",
                        "prefix=/status/prefix",
                        "active=/status/active",
                        "models=/spec/models",
                        "concurrentRequests=/spec/concurrentRequests",
                        "expiresAt=/spec/expiresAt",
                        "revokedAt=/status/revokedAt",
                        "scopes=/spec/scopes",
                        "requestsPerMinute=/spec/requestsPerMinute",
                        "tokensPerMinute=/spec/tokensPerMinute"));
    }

    private static Cell state(boolean active, JsonNode item, Instant now) {
        if (active) {
            return new Cell("active", Style.GOOD);
        }
        String revoked = text(item, "/status/revokedAt");
        return new Cell(revoked.isEmpty() ? "expired" : "revoked " + Times.age(revoked, now) + " ago", Style.FAINT);
    }

    private static String listed(JsonNode key, String field) {
        JsonNode values = key.path("spec").path(field);
        return values.isMissingNode() ? "all" : Kind.words(values, ", ");
    }

    static Kind principals() {
        return new Kind(
                "principals",
                new Kind.Scope.Everywhere(ApiPath.of("principals"), true),
                Kind::metadataPath,
                List.of(
                        column("NAME", "/metadata/name"),
                        column("DISPLAY NAME", "/spec/displayName"),
                        column(
                                "ROLES",
                                (item, now) ->
                                        Cell.of(Roles.text(item.path("spec").path("bindings"))))),
                and(
                        fields("name=/metadata/name", "displayName=/spec/displayName"),
                        "roles",
                        item -> Roles.text(item.path("spec").path("bindings"))));
    }

    static Kind tokens() {
        return tokens(null);
    }

    /** @param principal whose; null for the caller's own */
    static Kind tokens(@Nullable String principal) {
        return new Kind(
                "tokens",
                new Kind.Scope.Everywhere(
                        principal == null ? ApiPath.of("tokens") : ApiPath.of("principals", principal, "tokens"),
                        false),
                item -> text(item, "/name"),
                List.of(
                        column("NAME", "/name"),
                        column("BEGINS WITH", "/prefix"),
                        column("STATE", AccessKinds::tokenState),
                        column(
                                "SCOPES",
                                (item, now) ->
                                        Cell.of(item.has("scopes") ? Kind.words(item.path("scopes"), ", ") : "all")),
                        column("EXPIRES (UTC)", (item, now) -> Cell.of(Times.seconds(text(item, "/expiresAt")))),
                        column(">AGE", (item, now) -> Cell.of(Times.age(text(item, "/createdAt"), now)))),
                fields(
                        "name=/name",
                        "prefix=/prefix",
                        "scopes=/scopes",
                        "createdAt=/createdAt",
                        "expiresAt=/expiresAt",
                        "revokedAt=/revokedAt"));
    }

    private static Cell tokenState(JsonNode token, Instant now) {
        String revoked = text(token, "/revokedAt");
        if (!revoked.isEmpty()) {
            return Cell.faint("revoked " + Times.age(revoked, now) + " ago");
        }
        Optional<Instant> expires = Times.parse(text(token, "/expiresAt"));
        return expires.isPresent() && !expires.get().isAfter(now)
                ? Cell.faint("expired")
                : new Cell("active", Style.GOOD);
    }
}
