package dev.wellfield.cli;

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
        Table table = Table.of("AT", "TENANT", "WHAT", "HAPPENED", "BY");
        for (JsonNode event : events) {
            table.row(List.of(
                    Cell.faint(Times.seconds(Json.text(event, "/at"))),
                    Cell.of(Json.text(event, "/tenant")),
                    Cell.of(Json.text(event, "/aggregate")),
                    Cell.of(Json.text(event, "/type")),
                    Cell.of(Json.text(event, "/actor"))));
        }
        terminal.print(table);
    }

    /** One as it happens. False if nobody reads any more. */
    boolean printOne(JsonNode event) {
        String tenant = Json.text(event, "/tenant");
        return terminal.piece(Text.clean(String.join(
                        "  ",
                        Times.seconds(Json.text(event, "/at")),
                        tenant.isEmpty() ? "-" : tenant,
                        Json.text(event, "/aggregate"),
                        Json.text(event, "/type"),
                        "by " + Json.text(event, "/actor")))
                + "\n");
    }
}
