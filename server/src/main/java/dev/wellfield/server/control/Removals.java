package dev.wellfield.server.control;

import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.scheduling.Cluster.Observed;
import dev.wellfield.store.Allocations.Ran;
import dev.wellfield.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes from the machine what is left of ended workloads, on the leader: at once of those that were deleted, after a while
 * of all others. The order is a row, so that it outlives the server, and each step may be done twice. What the process's own
 * record says is kept in the database: proofs of card time need it.
 */
public final class Removals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Removals.class);
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final int AT_A_TIME = 100;

    private final Database database;
    private final Cluster cluster;
    private final InstantSource clock;
    private final Duration kept;
    private final BooleanSupplier leads;
    private final Loop loop;

    /** @param kept how long after their end the logs of workloads are kept that nobody deletes */
    public Removals(Database database, Cluster cluster, InstantSource clock, Duration kept, BooleanSupplier leads) {
        this.database = database;
        this.cluster = cluster;
        this.clock = clock;
        this.kept = kept;
        this.leads = leads;
        this.loop = Loop.start("removals", PERIOD, this::cycle);
    }

    private void cycle() {
        if (!leads.getAsBoolean()) {
            return;
        }
        Instant now = clock.instant();
        var ids = database.transaction(tx -> {
            tx.allocationRemovals().orderEndedBefore(now.minus(kept), now);
            return tx.allocationRemovals().due(AT_A_TIME);
        });
        ids.forEach(this::remove);
    }

    /** One that can't be removed now keeps no other from being removed. */
    private void remove(UUID id) {
        try {
            cluster.record(id).ifPresent(record -> keep(id, record));
            cluster.remove(id);
            database.transaction(tx -> {
                tx.allocationRemovals().done(id, clock.instant());
                return null;
            });
        } catch (RuntimeException e) {
            LOG.warn("what is left of allocation {} can't be removed yet: {}", id, e.getMessage());
        }
    }

    private void keep(UUID id, Observed record) {
        if (record instanceof Observed.Gone gone && gone.startedAt() != null) {
            Ran ran = new Ran(gone.startedAt(), gone.exit().at());
            database.transaction(tx -> {
                tx.allocationRemovals().keepRecord(id, ran);
                return null;
            });
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
