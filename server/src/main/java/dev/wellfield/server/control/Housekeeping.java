package dev.wellfield.server.control;

import dev.wellfield.store.DatabaseLogin;
import dev.wellfield.store.Schema;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Makes the partitions of the months to come, with the owner's login that nothing else uses while the server runs. */
public final class Housekeeping implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofHours(6);

    private final Loop loop;

    public Housekeeping(DatabaseLogin owner, InstantSource clock) {
        this.loop = Loop.start(
                "housekeeping",
                PERIOD,
                () -> Schema.makePartitions(owner, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC)));
    }

    @Override
    public void close() {
        loop.close();
    }
}
