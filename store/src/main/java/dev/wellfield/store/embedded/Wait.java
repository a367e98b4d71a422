package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The waiting that one start may do in all: until a deadline, or until somebody no longer wants it. */
record Wait(Deadline deadline, BooleanSupplier cancelled) {
    /**
     * Waits a little.
     *
     * @throws EmbeddedPostgresException {@code TIMEOUT} after the deadline, {@code CANCELLED} when it isn't wanted
     */
    void step(Duration step) {
        if (cancelled.getAsBoolean()) {
            throw new EmbeddedPostgresException(Code.CANCELLED, "PostgreSQL was stopped while it started.");
        }
        if (deadline.passed()) {
            throw new EmbeddedPostgresException(
                    Code.TIMEOUT,
                    "PostgreSQL did not accept connections in time. It is left to go on (it may be recovering from a crash): start Wellfield again in a while, or allow a longer start.");
        }
        deadline.pause(step);
    }
}
