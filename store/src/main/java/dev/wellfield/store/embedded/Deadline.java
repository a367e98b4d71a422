package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A moment on the monotonic clock after which a wait is over. */
record Deadline(long nanoTime) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    Duration left() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }

    boolean passed() {
        return left().isZero();
    }

    /** Asks again and again, in steps of at most {@code step}; false if the time is over first. */
    boolean await(Duration step, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (passed()) {
                return false;
            }
            pause(step);
        }
        return true;
    }

    void pause(Duration step) {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(step.toNanos(), left().toNanos()));
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static EmbeddedPostgresException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new EmbeddedPostgresException(Code.CANCELLED, "The wait for PostgreSQL was interrupted.", e);
    }
}
