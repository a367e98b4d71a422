package dev.wellfield.store.embedded;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What may be chosen about the embedded server; everything that safety depends on may not.
 *
 * @param port 1 to 65535, or empty: a free one is chosen at each first start
 * @param maxConnections 5 to 1000; a tenth of a MiB each while unused
 * @param startTimeout how long a start may take until connections are accepted, crash recovery included
 * @param stopTimeout how long a shutdown may take before it is forced (nothing committed is lost then either)
 * @param answerTimeout how long a server found running may take to answer before it is ended and replaced
 */
public record PostgresSettings(
        OptionalInt port, int maxConnections, Duration startTimeout, Duration stopTimeout, Duration answerTimeout) {
    public PostgresSettings {
        if (port.isPresent() && (port.getAsInt() < 1 || port.getAsInt() > 65_535)) {
            throw new IllegalArgumentException("port (%d) must be 1 to 65535".formatted(port.getAsInt()));
        }
        if (maxConnections < 5 || maxConnections > 1_000) {
            throw new IllegalArgumentException("maxConnections (%d) must be 5 to 1000".formatted(maxConnections));
        }
        requirePositive("startTimeout", startTimeout);
        requirePositive("stopTimeout", stopTimeout);
        requirePositive("answerTimeout", answerTimeout);
    }

    /** Any free port, 100 connections, 60 s to start, 30 s to stop, 10 s to answer. */
    public static PostgresSettings defaults() {
        return new PostgresSettings(
                OptionalInt.empty(), 100, Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    /** The same on this port only. */
    public PostgresSettings withPort(int fixed) {
        return new PostgresSettings(OptionalInt.of(fixed), maxConnections, startTimeout, stopTimeout, answerTimeout);
    }

    /** The same with other limits on waiting. */
    public PostgresSettings withTimeouts(Duration start, Duration stop, Duration answer) {
        return new PostgresSettings(port, maxConnections, start, stop, answer);
    }

    private static void requirePositive(String field, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("%s (%s) must be longer than nothing".formatted(field, value));
        }
    }
}
