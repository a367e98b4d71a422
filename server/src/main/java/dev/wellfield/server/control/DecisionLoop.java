package dev.wellfield.server.control;

import dev.wellfield.core.scheduling.Action;
import dev.wellfield.core.scheduling.BestFit;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.scheduling.Controller;
import dev.wellfield.core.scheduling.ControllerEvent;
import dev.wellfield.core.scheduling.DiskShortage;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Cursor;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Events;
import dev.wellfield.store.LostLeadership;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadRow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decision thread: the only one that touches the controller. Each cycle it learns what is new, has the controller
 * decide, commits all decisions in one transaction under its epoch, and only then has them executed. Whatever goes wrong on
 * the way, it forgets everything and loads it anew.
 */
public final class DecisionLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionLoop.class);
    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration RENEW = Duration.ofSeconds(3);
    private static final int EVENTS_A_CYCLE = 1000;
    private static final Set<String> RESOURCES = Set.of("pool", "node", "tenant", "quota", "plan");
    private static final Events.Filter ALL = new Events.Filter(Visible.EVERYTHING, null, null);

    private final Database database;
    private final Cluster cluster;
    private final InstantSource clock;
    private final ClockWatch watch;
    private final Supplier<UUID> ids;
    private final String holder;
    private final boolean limiterLoaded;
    private final Executor executor;
    private final Decisions decisions;
    private final ConcurrentLinkedQueue<ControllerEvent> reports = new ConcurrentLinkedQueue<>();
    private final Loop loop;
    private @Nullable Leading leading;

    /** What a leader has in memory. */
    private static final class Leading {
        private final long epoch;
        private final Controller controller;
        private Resources resources;
        private Cursor cursor;
        private Instant renewedAt;

        Leading(long epoch, Controller controller, Resources resources, Cursor cursor, Instant now) {
            this.epoch = epoch;
            this.controller = controller;
            this.resources = resources;
            this.cursor = cursor;
            this.renewedAt = now;
        }
    }

    /** What the controller knows of; that of the leader alone. */
    private Optional<DiskShortage> shortage = Optional.empty();

    private volatile long leadingEpoch;

    /**
     * @param watch tells when processes began and ended where the clock has jumped meanwhile
     * @param holder names this server among the candidates; the same after a restart where nobody else can have it
     * @param limiterLoaded whether a software limiter is loaded on this machine
     */
    public DecisionLoop(
            Database database,
            Cluster cluster,
            InstantSource clock,
            ClockWatch watch,
            Supplier<UUID> ids,
            String holder,
            boolean limiterLoaded) {
        this.database = database;
        this.cluster = cluster;
        this.clock = clock;
        this.watch = watch;
        this.ids = ids;
        this.holder = holder;
        this.limiterLoaded = limiterLoaded;
        this.decisions = new Decisions(database);
        this.executor = new Executor(cluster, database, clock, this::report);
        this.loop = Loop.start("decisions", PERIOD, this::cycle);
    }

    /** Has a cycle begin at once. From any thread. */
    public void wake() {
        loop.wake();
    }

    /** Whether this server leads now. From any thread. */
    public boolean leads() {
        return leadingEpoch > 0;
    }

    private void report(ControllerEvent event) {
        reports.add(event);
        loop.wake();
    }

    private void cycle() {
        try {
            Leading now = leading == null ? lead() : leading;
            if (now != null) {
                leading = now;
                renew(now);
                decide(now);
                // Only now: before the first cycle nobody has looked at what runs.
                leadingEpoch = now.epoch;
            }
        } catch (RuntimeException e) {
            leading = null;
            leadingEpoch = 0;
            if (e instanceof LostLeadership) {
                LOG.info("{}", e.getMessage());
            } else {
                throw e;
            }
        }
    }

    /** Becomes the leader, if it can, and loads everything. */
    private @Nullable Leading lead() {
        Optional<Long> epoch = database.transaction(tx -> tx.leadership().acquire(holder));
        if (epoch.isEmpty()) {
            return null;
        }
        Leading loaded = database.snapshot(tx -> load(tx, epoch.get()));
        shortage = Optional.empty();
        LOG.info("leads with epoch {}", epoch.get());
        for (Action action : loaded.controller.resume()) {
            executor.execute(action, loaded.resources);
        }
        return loaded;
    }

    private Leading load(Transaction tx, long epoch) {
        Cursor cursor = tx.events().end();
        Resources resources = tx.declared().resources(limiterLoaded);
        List<WorkloadRow> rows = tx.workloads().live();
        Map<UUID, Allocations.Row> allocations = tx.allocations()
                .find(rows.stream()
                        .map(WorkloadRow::allocationId)
                        .filter(Objects::nonNull)
                        .toList());
        List<Workload> live = new ArrayList<>();
        for (WorkloadRow row : rows) {
            Allocations.Row allocation = row.allocationId() == null ? null : allocations.get(row.allocationId());
            live.add(row.workload(allocation == null ? null : allocation.allocation()));
        }
        Controller controller = new Controller(resources, live, new BestFit(), ids);
        for (UUID cancelled : tx.workloads().cancelRequests()) {
            reports.add(new ControllerEvent.CancelRequested(cancelled));
        }
        return new Leading(epoch, controller, resources, cursor, clock.instant());
    }

    private void renew(Leading now) {
        Instant instant = clock.instant();
        if (Duration.between(now.renewedAt, instant).abs().compareTo(RENEW) < 0) {
            return;
        }
        if (!database.transaction(tx -> tx.leadership().renew(holder, now.epoch))) {
            throw new LostLeadership(now.epoch);
        }
        now.renewedAt = instant;
    }

    private void decide(Leading now) {
        Instant instant = clock.instant();
        Map<UUID, Cluster.Observed> observed = cluster.observe();
        List<ControllerEvent> events =
                new ArrayList<>(Observations.compare(now.controller.holders(), observed, instant, watch::corrected));
        Cursor cursor = stored(now, events);
        disk().ifPresent(events::addFirst);
        for (ControllerEvent report = reports.poll(); report != null; report = reports.poll()) {
            events.add(report);
        }
        if (events.isEmpty()) {
            events.add(new ControllerEvent.Tick());
        }
        List<Action> actions = new ArrayList<>();
        for (ControllerEvent event : events) {
            actions.addAll(now.controller.handle(event, instant));
        }
        if (!actions.isEmpty()) {
            decisions.commit(actions, now.epoch, now.resources, instant);
            for (Action action : actions) {
                executor.execute(action, now.resources);
            }
        }
        now.cursor = cursor;
        executor.tidy(Observations.unheld(now.controller.holders(), observed));
    }

    /** What is new about the disk, if anything is. */
    private Optional<ControllerEvent> disk() {
        Optional<DiskShortage> found = cluster.diskShortage();
        if (found.equals(shortage)) {
            return Optional.empty();
        }
        shortage = found;
        found.ifPresentOrElse(
                it -> LOG.warn(
                        "the disk of {} is nearly full; workloads wait until {} MiB are free",
                        it.disk(),
                        it.neededMib()),
                () -> LOG.info("the disk has room again"));
        return Optional.of(new ControllerEvent.DiskChanged(found));
    }

    /** Adds what has been committed since the last cycle; returns how far that is. */
    private Cursor stored(Leading now, List<ControllerEvent> into) {
        return database.snapshot(tx -> {
            Cursor cursor = now.cursor;
            boolean changed = false;
            for (Event event : tx.events().after(now.cursor, ALL, EVENTS_A_CYCLE)) {
                cursor = event.cursor();
                switch (event.type()) {
                    case "workload.submitted" -> submitted(tx, event).ifPresent(into::add);
                    case "workload.cancel-requested" ->
                        into.add(new ControllerEvent.CancelRequested(workloadId(event)));
                    default -> changed |= RESOURCES.contains(event.aggregate().split("/", 2)[0]);
                }
            }
            if (changed) {
                now.resources = tx.declared().resources(limiterLoaded);
                into.addFirst(new ControllerEvent.ResourcesChanged(now.resources));
            }
            return cursor;
        });
    }

    private static Optional<ControllerEvent> submitted(Transaction tx, Event event) {
        return tx.workloads()
                .find(workloadId(event))
                .filter(row -> row.allocationId() == null && row.endedAt() == null)
                .map(row -> new ControllerEvent.Submitted(row.workload(null)));
    }

    private static UUID workloadId(Event event) {
        return UUID.fromString(Objects.requireNonNull(event.after()).get("id").asString());
    }

    /** Ends the thread and gives leadership up. What runs goes on running. */
    @Override
    public void close() {
        loop.close();
        executor.close();
        Leading last = leading;
        if (last != null) {
            database.transaction(tx -> {
                tx.leadership().release(holder, last.epoch);
                return null;
            });
        }
    }
}
