package dev.wellfield.server.control;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.metering.CounterSample;
import dev.wellfield.core.metering.EngineCounters;
import dev.wellfield.core.metering.Reconciliation;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.scheduling.Cluster.Observed;
import dev.wellfield.core.scheduling.WorkloadSpec.Serves;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Database;
import dev.wellfield.store.Endpoints;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadRow;
import dev.wellfield.store.WorkloadSpecs;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Watches engines, on the leader: makes an endpoint of each that runs, notes its heartbeat if it is well and gets on, and
 * reads its counters until the process is gone. A sample is stored when the counters have moved, once more when they have come to rest, so that it surely
 * holds all that was settled before, and now and then to show that they haven't moved.
 */
public final class EngineWatch implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration STILL_ALIVE = Duration.ofMinutes(1);
    private static final Duration AT_REST = Reconciliation.READING.plus(PERIOD);

    private final Database database;
    private final Cluster cluster;
    private final InstantSource clock;
    private final BooleanSupplier leads;
    private final Predicate<UUID> stuck;
    private final EngineProbe probe;
    private final Map<UUID, Stored> lastStored = new ConcurrentHashMap<>();
    private final Loop loop;

    /** @param stuck whether an engine gets on with nothing, whatever its health page says */
    public EngineWatch(
            Vertx vertx,
            Database database,
            Cluster cluster,
            InstantSource clock,
            BooleanSupplier leads,
            Predicate<UUID> stuck) {
        this.database = database;
        this.cluster = cluster;
        this.clock = clock;
        this.leads = leads;
        this.stuck = stuck;
        this.probe = new EngineProbe(vertx);
        this.loop = Loop.start("engines", PERIOD, this::cycle);
    }

    private void cycle() throws Exception {
        if (!leads.getAsBoolean()) {
            return;
        }
        List<Endpoint> engines = engines();
        lastStored.keySet().retainAll(engines.stream().map(Endpoint::id).toList());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> probes = new ArrayList<>();
            for (Endpoint engine : engines) {
                probes.add(threads.submit(() -> {
                    watch(engine);
                    return null;
                }));
            }
            for (Future<?> done : probes) {
                done.get();
            }
        }
    }

    /** Engines whose process is there; those that are new become endpoints. */
    private List<Endpoint> engines() {
        Map<UUID, Observed> processes = cluster.observe();
        Instant now = clock.instant();
        return database.transaction(tx -> {
            List<Endpoint> engines = new ArrayList<>();
            List<Allocations.Row> rows = tx.allocations().running(null);
            Map<UUID, Endpoint> known = known(tx, rows);
            for (Allocations.Row row : rows) {
                UUID id = row.allocation().id();
                Integer port = processes.get(id) instanceof Observed.Running running ? running.port() : null;
                if (port != null) {
                    Optional.ofNullable(known.get(id))
                            .or(() -> added(tx, row, port, now))
                            .ifPresent(engines::add);
                }
            }
            return engines;
        });
    }

    private static Map<UUID, Endpoint> known(Transaction tx, List<Allocations.Row> rows) {
        return tx
                .endpoints()
                .find(rows.stream().map(row -> row.allocation().id()).toList())
                .stream()
                .map(Endpoints.Row::endpoint)
                .collect(Collectors.toMap(Endpoint::id, Function.identity()));
    }

    private Optional<Endpoint> added(Transaction tx, Allocations.Row row, int port, Instant now) {
        Optional<WorkloadRow> workload =
                tx.workloads().find(row.allocation().workloadId()).filter(it -> it.phase() == Phase.RUNNING);
        Serves serves =
                workload.map(it -> WorkloadSpecs.spec(it.spec()).serves()).orElse(null);
        if (serves == null) {
            return Optional.empty();
        }
        String tenant = row.allocation().tenant();
        return tx.declared().find(Kind.MODEL, tenant, serves.model()).map(model -> {
            Endpoint endpoint = endpoint(row, serves, model.id(), port);
            tx.endpoints().insert(endpoint, now);
            ObjectNode what = Json.object()
                    .put("model", model.name())
                    .put("url", endpoint.url().toString());
            tx.events().append(Event.of(now, "engines", tenant, "workload/" + row.workload(), "endpoint.added", what));
            return endpoint;
        });
    }

    private Endpoint endpoint(Allocations.Row row, Serves serves, UUID modelId, int port) {
        return new Endpoint(
                row.allocation().id(),
                row.allocation().tenant(),
                row.workload(),
                modelId,
                URI.create("http://127.0.0.1:" + port),
                serves.engine(),
                row.allocation().simulated() || serves.engine() == EngineKind.SIMULATOR,
                serves.concurrentRequests(),
                cluster.engineKey(row.allocation().id()).orElse(null));
    }

    private void watch(Endpoint engine) throws InterruptedException {
        if (!stuck.test(engine.id()) && probe.healthy(engine)) {
            Instant now = clock.instant();
            database.transaction(tx -> {
                tx.endpoints().heartbeat(engine.id(), now);
                return null;
            });
        }
        Optional<EngineCounters> counters = probe.counters(engine);
        if (counters.isPresent()) {
            sample(engine, counters.get());
        }
    }

    private void sample(Endpoint engine, EngineCounters counters) {
        CounterSample next =
                new CounterSample(engine.id(), clock.instant(), counters.promptTokens(), counters.completionTokens());
        Stored last = lastStored.get(engine.id());
        boolean moved = last == null || last.differs(next);
        if (last == null || moved || last.isDue(next.at())) {
            database.transaction(tx -> {
                tx.counters().insert(next);
                return null;
            });
            lastStored.put(engine.id(), new Stored(next, moved));
        }
    }

    /**
     * The last sample of an engine that is in the database.
     *
     * @param moved whether it differs from the one before
     */
    private record Stored(CounterSample sample, boolean moved) {
        boolean differs(CounterSample other) {
            return sample.promptTokens() != other.promptTokens()
                    || sample.completionTokens() != other.completionTokens();
        }

        boolean isDue(Instant now) {
            return Duration.between(sample.at(), now).compareTo(moved ? AT_REST : STILL_ALIVE) > 0;
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
