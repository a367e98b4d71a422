package dev.wellfield.app;

import dev.wellfield.store.backup.Progress;
import java.io.Console;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Says on a terminal, in one line that changes, how far something long has come; elsewhere nothing. */
final class Counting implements Progress, AutoCloseable {
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double MIB = 1024 * 1024;

    private final String verb;
    private final boolean shown;
    private long saidAt = System.nanoTime() - EVERY_NANOS;
    private boolean said;

    private Counting(String verb, boolean shown) {
        this.verb = verb;
        this.shown = shown;
    }

    /** @param verb that says what is done to bytes */
    static Counting onTerminal(String verb) {
        return new Counting(
                verb,
                Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent());
    }

    @Override
    public void at(String table, long bytes) {
        long now = System.nanoTime();
        if (shown && now - saidAt >= EVERY_NANOS) {
            saidAt = now;
            said = true;
            System.err.printf("\r%.1f MiB %s (%s)\u001b[K", bytes / MIB, verb, table);
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (said) {
            System.err.print("\r\u001b[K");
            said = false;
        }
    }
}
