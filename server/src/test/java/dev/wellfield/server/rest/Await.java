package dev.wellfield.server.rest;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition, at most ten seconds. */
final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what);
            }
            try {
                Thread.sleep(LOOK_AGAIN);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
