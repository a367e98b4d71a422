package dev.wellfield.server.control;

import dev.wellfield.core.scheduling.Action;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.scheduling.ControllerEvent;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.store.Database;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what has been decided and committed: one virtual thread an action, and the actions of one allocation one after
 * the other. What comes of it is reported to the decision thread.
 */
final class Executor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Executor.class);

    private static final Duration ORPHAN_GRACE = Duration.ofSeconds(10);

    private final Cluster cluster;
    private final Database database;
    private final InstantSource clock;
    private final Consumer<ControllerEvent> report;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("execute-", 0).factory());
    private final Map<UUID, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    Executor(Cluster cluster, Database database, InstantSource clock, Consumer<ControllerEvent> report) {
        this.cluster = cluster;
        this.database = database;
        this.clock = clock;
        this.report = report;
    }

    /** Only the decision thread calls this. */
    void execute(Action action, Resources resources) {
        switch (action) {
            case Action.Start start -> {
                Tenant tenant = resources.tenant(start.workload().tenant());
                after(start.allocation().id(), () -> start(start, tenant));
            }
            case Action.Stop stop -> after(stop.allocationId(), () -> stop(stop));
            case Action.Moved ignored -> {}
            case Action.Explained ignored -> {}
        }
    }

    /** Forgets processes that have ended, and ends those that run although nobody holds their allocation. */
    void tidy(Map<UUID, Cluster.Observed> unheld) {
        unheld.forEach((id, process) -> {
            switch (process) {
                case Cluster.Observed.Gone ignored -> after(id, () -> cluster.forget(id));
                case Cluster.Observed.Running ignored -> {
                    LOG.warn("allocation {} runs but nobody holds it: it is stopped", id);
                    after(id, () -> cluster.stop(id, ORPHAN_GRACE));
                }
                case Cluster.Observed.Starting ignored -> {}
            }
        });
    }

    private void after(UUID allocationId, Runnable work) {
        CompletableFuture<Void> done = last.getOrDefault(allocationId, CompletableFuture.completedFuture(null))
                .thenRunAsync(work, threads)
                .exceptionally(e -> {
                    LOG.warn("allocation {} could not be worked on", allocationId, e);
                    return null;
                });
        last.put(allocationId, done);
        var _ = done.whenComplete((ignored, e) -> last.remove(allocationId, done));
    }

    private void start(Action.Start start, Tenant tenant) {
        UUID id = start.allocation().id();
        try {
            cluster.start(start.workload(), start.allocation(), tenant);
        } catch (Cluster.StartException e) {
            LOG.info("workload {} could not be started: {}", start.workload().path(), e.getMessage());
            database.transaction(tx -> {
                tx.allocations().failed(id, String.valueOf(e.getMessage()));
                return null;
            });
            report.accept(new ControllerEvent.StartFailed(id, clock.instant()));
        }
    }

    private void stop(Action.Stop stop) {
        if (cluster.observe().containsKey(stop.allocationId())) {
            cluster.stop(stop.allocationId(), stop.grace());
        } else {
            report.accept(new ControllerEvent.StartFailed(stop.allocationId(), clock.instant()));
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
