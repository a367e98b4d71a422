package dev.wellfield.server.watch;

import dev.wellfield.core.watch.Alert;
import dev.wellfield.core.watch.Signal;
import dev.wellfield.core.watch.Watcher;
import dev.wellfield.core.watch.Watcher.Change;
import dev.wellfield.server.control.Loop;
import dev.wellfield.store.Database;
import dev.wellfield.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The one loop that watches, on the leader: reads all signals, holds them against the rules, and tells what came of it, each
 * time in one transaction. A look never begins before the one before it has ended.
 */
public final class Watch implements AutoCloseable {
    private static final Duration FORGET = Duration.ofHours(1);
    private static final int PERIODS_BLIND = 6;
    private static final String ACTOR = "watch";

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final BooleanSupplier leads;
    private final Runnable told;
    private final Watcher watcher;
    private final Telling telling;
    private final Loop loop;
    private Instant forgotAt = Instant.MIN;

    /** @param told what is called when there is something to send */
    public Watch(
            Database database,
            InstantSource clock,
            Supplier<UUID> ids,
            WatchSettings settings,
            BooleanSupplier leads,
            Runnable told) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.leads = leads;
        this.told = told;
        this.watcher = new Watcher(settings.rules(), settings.period().multipliedBy(PERIODS_BLIND));
        this.telling = new Telling(ids);
        this.loop = Loop.start("watch", settings.period(), this::cycle);
    }

    private void cycle() {
        if (!leads.getAsBoolean()) {
            return;
        }
        Instant now = clock.instant();
        boolean any = database.transaction(tx -> look(tx, now));
        if (any) {
            told.run();
        }
        if (forgotAt.isBefore(now.minus(FORGET))) {
            database.transaction(tx -> {
                tx.signals().forget(now);
                tx.alerts().forget(now);
                tx.webhooks().forget(now);
                return null;
            });
            forgotAt = now;
        }
    }

    /** Whether anybody is told anything. */
    private boolean look(Transaction tx, Instant now) {
        // First, so that somebody who acknowledges one meanwhile waits.
        List<Alert> open = tx.alerts().open();
        List<Signal> signals = Readings.of(tx, now);
        tx.signals().put(signals, now);
        boolean any = false;
        for (Change change : watcher.look(open, signals, now, ids)) {
            any |= keep(tx, change) && tell(tx, change, now);
        }
        return any;
    }

    /** False if another leader was first, for a moment. */
    private static boolean keep(Transaction tx, Change change) {
        Alert before = change.before();
        Alert after = change.after();
        if (before == null) {
            return after != null && tx.alerts().insert(after);
        }
        if (after == null) {
            tx.alerts().delete(before.id());
        } else {
            tx.alerts().update(after);
        }
        return true;
    }

    private boolean tell(Transaction tx, Change change, Instant now) {
        Alert after = change.after();
        if (after == null || !(change.fires() || change.resolves())) {
            return false;
        }
        telling.tell(tx, ACTOR, change.fires() ? Telling.FIRING : Telling.RESOLVED, after, now);
        return true;
    }

    @Override
    public void close() {
        loop.close();
    }
}
