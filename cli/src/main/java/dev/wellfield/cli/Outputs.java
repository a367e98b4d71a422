package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Yaml;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** How commands print what is no list. */
final class Outputs {
    private Outputs() {}

    /** Whether JSON is wanted, else text. */
    static boolean json(String output) {
        return switch (output) {
            case "json" -> true;
            case "text", "table" -> false;
            default -> throw Failure.usage(List.of(new Violation("--output", output, "text or json")));
        };
    }

    /** Prints one document as programs read it; false if it is wanted as people do. */
    static boolean document(Terminal terminal, JsonNode json, Format format) {
        return switch (format) {
            case JSON -> {
                terminal.line(Json.pretty(json));
                yield true;
            }
            case YAML -> {
                terminal.piece(Yaml.write(json));
                yield true;
            }
            case TABLE, WIDE, CSV, NAME -> false;
        };
    }
}
