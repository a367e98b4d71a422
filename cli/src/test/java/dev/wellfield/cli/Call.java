package dev.wellfield.cli;

import dev.wellfield.cli.show.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** One call of the command line, off a terminal, at a fixed time. */
record Call(int exitCode, String out, String err) {
    static final Instant NOW = Instant.parse("2026-12-15T10:00:00Z");

    /** Against a server, signed in. */
    static Call to(FakeServer server, String... args) {
        return with(environment(server), "", args);
    }

    static Map<String, String> environment(FakeServer server) {
        Map<String, String> environment = new HashMap<>();
        environment.put("WELLFIELD_SERVER", server.url().toString());
        environment.put("WELLFIELD_TOKEN", "wft_test");
        return environment;
    }

    static Call with(Map<String, String> environment, String in, String... args) {
        return run(environment, in, false, args);
    }

    /** As on a terminal. */
    static Call onTerminal(FakeServer server, String... args) {
        return run(environment(server), "", true, args);
    }

    /** As on a terminal where somebody types. */
    static Call typing(FakeServer server, String typed, String... args) {
        return run(environment(server), typed, true, args);
    }

    private static Call run(Map<String, String> environment, String in, boolean terminal, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Cli.run(
                args,
                new Terminal(
                        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        environment,
                        () -> NOW,
                        terminal,
                        terminal));
        return new Call(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
