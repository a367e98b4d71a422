package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the commands that make secrets have in common. */
final class Secrets {
    private static final Set<String> OUTPUTS = Set.of("text", "json", "secret");

    private Secrets() {}

    static void checkOutput(String output) {
        if (!OUTPUTS.contains(output)) {
            throw Failure.usage(List.of(new Violation("--output", output, "text, json or secret")));
        }
    }

    /** Of --expires: null if it isn't given. */
    static @Nullable String expiry(@Nullable String text, Instant now) {
        if (text == null) {
            return null;
        }
        Violations violations = new Violations();
        Instant at = violations.instant("--expires", text, Times.future(text, now));
        if (at != null && !at.isAfter(now)) {
            violations.add("--expires", text, "a time in the future, e.g. 30d");
        }
        violations.check();
        return String.valueOf(at);
    }

    /** Prints a new secret; as text with what it is and that it is not shown again. */
    static void print(Terminal terminal, String output, String what, JsonNode issued) {
        String secret = Json.text(issued, "/secret");
        switch (output) {
            case "json" -> terminal.line(Json.pretty(issued));
            case "secret" -> terminal.line(secret);
            default -> {
                terminal.line(what + ", shown once. Keep it now:");
                terminal.line("  " + secret);
            }
        }
    }
}
