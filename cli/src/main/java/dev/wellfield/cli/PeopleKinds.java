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
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** People and invitations. */
final class PeopleKinds {
    private PeopleKinds() {}

    static Kind users() {
        return new Kind(
                "users",
                new Kind.Scope.Everywhere(ApiPath.of("users"), true),
                item -> text(item, "/name"),
                List.of(
                        column("NAME", "/name"),
                        column("DISPLAY NAME", "/displayName"),
                        wide("E-MAIL", "/email"),
                        column("KIND", (item, now) -> Cell.of(lower(text(item, "/kind")))),
                        column(
                                "STATE",
                                (item, now) -> flag(item, "/disabled")
                                        ? new Cell("disabled", Style.BAD)
                                        : new Cell("active", Style.GOOD)),
                        column("ROLES", (item, now) -> Cell.of(Roles.text(item.path("bindings")))),
                        column(">SIGNED IN", (item, now) -> Cell.of(ago(item, "/signedInAt", now)))),
                and(
                        fields(
                                "name=/name",
                                "displayName=/displayName",
                                "email=/email",
                                "kind=/kind",
                                "disabled=/disabled",
                                "createdAt=/createdAt",
                                "signedInAt=/signedInAt"),
                        "roles",
                        item -> Roles.text(item.path("bindings"))));
    }

    private static String ago(JsonNode item, String pointer, Instant now) {
        String at = text(item, pointer);
        return at.isEmpty() ? "" : Times.age(at, now) + " ago";
    }

    static Kind invitations() {
        return new Kind(
                "invitations",
                new Kind.Scope.Everywhere(ApiPath.of("invitations"), false),
                item -> text(item, "/id"),
                List.of(
                        column("ID", "/id"),
                        column("WHO", (item, now) -> Cell.of(who(item))),
                        column("FOR", (item, now) -> Cell.of(purpose(item))),
                        column(
                                "STATE",
                                (item, now) -> text(item, "/state").equals("OPEN")
                                        ? new Cell("open", Style.GOOD)
                                        : Cell.faint(lower(text(item, "/state")))),
                        column("BY", "/invitedBy"),
                        column("EXPIRES (UTC)", (item, now) -> Cell.of(Times.seconds(text(item, "/expiresAt"))))),
                fields(
                        "id=/id",
                        "purpose=/purpose",
                        "name=/name",
                        "email=/email",
                        "role=/role",
                        "tenant=/tenant",
                        "state=/state",
                        "invitedBy=/invitedBy",
                        "createdAt=/createdAt",
                        "expiresAt=/expiresAt",
                        "acceptedBy=/acceptedBy"));
    }

    private static String who(JsonNode item) {
        String name = text(item, "/name");
        return name.isEmpty() ? text(item, "/email") : name;
    }

    private static String purpose(JsonNode item) {
        if (text(item, "/purpose").equals("RESET")) {
            return "a new password";
        }
        String tenant = text(item, "/tenant");
        return text(item, "/role") + (tenant.isEmpty() ? "" : " in " + tenant);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
