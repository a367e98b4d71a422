package dev.wellfield.store;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread or the database does. */
final class Waiting {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Waiting() {}

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it has not come true within " + PATIENCE);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
