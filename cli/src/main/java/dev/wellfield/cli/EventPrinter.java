package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Text;
import dev.wellfield.cli.show.Times;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints changes, the oldest first, so that the newest stands where one looks. */
final class EventPrinter {
    private final Terminal terminal;

    EventPrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Events as a kind, for forms that programs read. */
    static Kind kind() {
        return new Kind(
                "events",
                new Kind.Scope.Everywhere(ApiPath.of("events"), false),
                item -> Json.text(item, "/aggregate"),
                List.of(Kind.column("WHAT", "/aggregate")),
                Kind.fields(
                        "at=/at",
                        "tenant=/tenant",
                        "aggregate=/aggregate",
                        "type=/type",
                        "actor=/actor",
                        "version=/version",
                        "cursor=/cursor"));
    }

    /** A list that came newest first. */
    static List<JsonNode> oldestFirst(JsonNode answer) {
        List<JsonNode> events = new ArrayList<>();
        answer.path("items").forEach(events::add);
        Collections.reverse(events);
        return events;
    }

    void print(List<JsonNode> events) {
        if (events.isEmpty()) {
            terminal.note("No events.");
            return;
        }
        boolean changes = events.stream().anyMatch(it -> !changes(it).isEmpty());
        List<String> headings = new ArrayList<>(List.of("AT (UTC)", "TENANT", "WHAT", "HAPPENED", "BY"));
        if (changes) {
            headings.add("CHANGE");
        }
        Table table = Table.of(headings.toArray(String[]::new));
        for (JsonNode event : events) {
            List<Cell> cells = new ArrayList<>(List.of(
                    Cell.faint(Times.seconds(Json.text(event, "/at"))),
                    Cell.of(Json.text(event, "/tenant")),
                    Cell.of(Json.text(event, "/aggregate")),
                    Cell.of(Json.text(event, "/type")),
                    Cell.of(Json.text(event, "/actor"))));
            if (changes) {
                cells.add(Cell.of(changes(event)));
            }
            table.row(cells);
        }
        terminal.print(table);
    }

    /** What was changed, where there was something before. */
    private static String changes(JsonNode event) {
        JsonNode before = event.path("before");
        JsonNode after = event.path("after");
        if (!before.isObject() || !after.isObject()) {
            return "";
        }
        return String.join(
                "; ",
                Json.text(event, "/aggregate").startsWith("quota/")
                        ? QuotaDifference.lines(before, after)
                        : Change.between("", before, after).stream()
                                .map(Change::sentence)
                                .toList());
    }

    /** One as it happens. False if nobody reads any more. */
    boolean printOne(JsonNode event) {
        String tenant = Json.text(event, "/tenant");
        String changes = changes(event);
        return terminal.piece(Text.clean(String.join(
                        "  ",
                        Times.seconds(Json.text(event, "/at")),
                        tenant.isEmpty() ? "-" : tenant,
                        Json.text(event, "/aggregate"),
                        Json.text(event, "/type"),
                        "by " + Json.text(event, "/actor") + (changes.isEmpty() ? "" : "  " + changes)))
                + "\n");
    }
}
