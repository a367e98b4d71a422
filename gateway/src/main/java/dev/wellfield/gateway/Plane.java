package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances;
import dev.wellfield.gateway.journal.Journal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What all requests of this replica share. Every part may be used by any thread. */
record Plane(
        Capacity capacity,
        Timeouts timeouts,
        ViewKeeper views,
        Dispatcher dispatcher,
        Allowances allowances,
        Journal journal,
        Metrics metrics,
        Gate gate,
        Origins origins,
        InstantSource clock) {

    /** Instants are cut to what the database keeps. */
    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
