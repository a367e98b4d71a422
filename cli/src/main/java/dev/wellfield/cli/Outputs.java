package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.util.List;

/** The -o of commands that print sentences or JSON. */
final class Outputs {
    private Outputs() {}

    /** Whether JSON is wanted, else text. */
    static boolean json(String output) {
        return switch (output) {
            case "json" -> true;
            case "text" -> false;
            default -> throw Failure.usage(List.of(new Violation("--output", output, "text or json")));
        };
    }
}
