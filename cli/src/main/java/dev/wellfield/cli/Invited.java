package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import java.net.URI;
import tools.jackson.databind.JsonNode;

/** Shows a link that is to be handed over, once. */
final class Invited {
    private Invited() {}

    /** @param output text, json, or secret for the link alone */
    static void print(Terminal terminal, String output, URI server, String what, JsonNode issued) {
        String link = server + Json.text(issued, "/path");
        switch (output) {
            case "json" -> terminal.line(Json.pretty(issued));
            case "secret" -> terminal.line(link);
            default -> {
                terminal.line(what + ", shown once and mailed to nobody. Hand it over:");
                terminal.line("  " + link);
                terminal.line("It works once, until " + Times.seconds(Json.text(issued, "/invitation/expiresAt"))
                        + ". `wellfield invitations revoke " + Json.text(issued, "/invitation/id")
                        + "` takes it back.");
            }
        }
    }
}
