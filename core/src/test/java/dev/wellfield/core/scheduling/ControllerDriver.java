package dev.wellfield.core.scheduling;

import dev.wellfield.core.UuidV7;
import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.scheduling.Cluster.Observed;
import dev.wellfield.core.scheduling.Cluster.StartException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Drives a controller in virtual time as the decision thread does in real time: events in, actions out, actions carried out
 * on a cluster, what the cluster shows compared and told as events again, until nothing changes. One thread owns it.
 */
public final class ControllerDriver {
    private static final int MOST_ROUNDS = 1000;

    private final VirtualClock clock;
    private final FakeCluster cluster;
    private final Random random;
    private final Supplier<UUID> workloadIds;
    private final Deque<ControllerEvent> pending = new ArrayDeque<>();
    private final List<Told> told = new ArrayList<>();
    private final Map<UUID, Workload> workloads = new LinkedHashMap<>();
    private final Map<UUID, Workload> live = new LinkedHashMap<>();
    private final Map<UUID, Explanation> explanations = new HashMap<>();
    private final Map<UUID, Integer> placements = new HashMap<>();
    private final long seed;
    private Resources resources;
    private Controller controller;
    private Runnable afterEach = () -> {};

    /** What the controller was told, when, and what it answered. */
    public record Told(ControllerEvent event, Instant at, List<Action> actions) {}

    public ControllerDriver(Resources resources, Instant start, long seed) {
        this.resources = resources;
        this.seed = seed;
        this.clock = new VirtualClock(start);
        this.cluster = new FakeCluster(clock);
        this.random = new Random(seed);
        this.workloadIds = new UuidV7(clock, random);
        this.controller = new Controller(resources, List.of(), new BestFit(), allocationIds(seed));
    }

    public ControllerDriver(Resources resources) {
        this(resources, Instant.parse("2026-03-01T00:00:00Z"), 1);
    }

    /** Called after the actions of each event have been carried out. */
    public void afterEach(Runnable check) {
        afterEach = check;
    }

    public VirtualClock clock() {
        return clock;
    }

    public FakeCluster cluster() {
        return cluster;
    }

    public Resources resources() {
        return resources;
    }

    /** Everything that happened so far. */
    public List<Told> told() {
        return told;
    }

    /** Every workload as it was last. */
    public Map<UUID, Workload> workloads() {
        return workloads;
    }

    /** Those that haven't ended, in the order of their submission. */
    public Collection<Workload> live() {
        return live.values();
    }

    private void put(Workload workload) {
        workloads.put(workload.id(), workload);
        if (workload.state().phase().ended()) {
            Workload before = live.remove(workload.id());
            if (before != null) {
                before.state().held().ifPresent(allocation -> cluster.forget(allocation.id()));
            }
        } else {
            live.put(workload.id(), workload);
        }
    }

    /** How often a workload was given an allocation. */
    public int placements(UUID id) {
        return placements.getOrDefault(id, 0);
    }

    /** Checks the spec, submits the workload and lets everything settle. */
    public UUID submit(String tenant, String name, WorkloadSpec spec) {
        UUID id = workloadIds.get();
        Workload workload = FourTeams.workload(resources, id, tenant, name, spec, clock.instant());
        put(workload);
        tell(new ControllerEvent.Submitted(workload));
        return id;
    }

    public void cancel(UUID id) {
        tell(new ControllerEvent.CancelRequested(id));
    }

    /** The process leaves with {@code code}. */
    public void exit(UUID id, int code) {
        cluster.exit(allocation(id).id(), code);
        settle();
    }

    public void change(Resources next) {
        resources = next;
        tell(new ControllerEvent.ResourcesChanged(next));
    }

    public void advance(Duration time) {
        clock.advance(time);
        settle();
    }

    /** Another server takes over: a new controller is made from what is stored. */
    public void restart() {
        controller = new Controller(
                resources, List.copyOf(live.values()), new BestFit(), allocationIds(seed + told.size() + 1));
        carryOut(controller.resume());
        settle();
    }

    /** Tells one event, then whatever follows from it. */
    public void tell(ControllerEvent event) {
        pending.add(event);
        settle();
    }

    /** Compares with the cluster and tells what is new, until nothing is. */
    public void settle() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            pending.addAll(observations());
            if (pending.isEmpty()) {
                return;
            }
            while (!pending.isEmpty()) {
                handle(pending.remove());
            }
        }
        throw new AssertionError("it never settles: " + told.getLast());
    }

    private void handle(ControllerEvent event) {
        List<Action> actions = List.copyOf(controller.handle(event, clock.instant()));
        told.add(new Told(event, clock.instant(), actions));
        carryOut(actions);
        afterEach.run();
    }

    private void carryOut(List<Action> actions) {
        for (Action action : actions) {
            switch (action) {
                case Action.Moved(Workload workload) -> {
                    put(workload);
                    if (workload.state() instanceof WorkloadState.Starting) {
                        placements.merge(workload.id(), 1, Integer::sum);
                    }
                }
                case Action.Explained(UUID id, Explanation explanation) -> explanations.put(id, explanation);
                case Action.Start(Workload workload, Allocation allocation) -> start(workload, allocation);
                case Action.Stop(UUID allocationId, Duration grace) -> cluster.stop(allocationId, grace);
            }
        }
    }

    private void start(Workload workload, Allocation allocation) {
        try {
            cluster.start(workload, allocation, resources.tenant(workload.tenant()));
        } catch (StartException e) {
            pending.add(new ControllerEvent.StartFailed(allocation.id(), clock.instant()));
        }
    }

    private List<ControllerEvent> observations() {
        Map<UUID, Observed> observed = cluster.observe();
        List<ControllerEvent> events = new ArrayList<>();
        for (Workload workload : controller.holders()) {
            UUID id = workload.state().held().orElseThrow().id();
            switch (observed.get(id)) {
                case Observed.Running running
                when startUnknown(workload) -> events.add(new ControllerEvent.Started(id, running.startedAt()));
                case Observed.Gone gone -> {
                    if (gone.startedAt() != null && startUnknown(workload)) {
                        events.add(new ControllerEvent.Started(id, gone.startedAt()));
                    }
                    events.add(new ControllerEvent.Exited(id, gone.exit()));
                }
                case Observed.Running ignored -> {}
                case Observed.Starting ignored -> {}
                case null -> {
                    if (workload.state() instanceof WorkloadState.Running) {
                        Exit lost = new Exit(null, null, clock.instant(), false, true);
                        events.add(new ControllerEvent.Exited(id, lost));
                    }
                }
            }
        }
        return events;
    }

    private static boolean startUnknown(Workload workload) {
        return workload.state() instanceof WorkloadState.Starting
                || (workload.state() instanceof WorkloadState.Stopping stopping && stopping.startedAt() == null);
    }

    public WorkloadState state(UUID id) {
        return Objects.requireNonNull(workloads.get(id)).state();
    }

    public WorkloadState.Phase phase(UUID id) {
        return state(id).phase();
    }

    /** How the workload ended. */
    public WorkloadState.Ended ended(UUID id) {
        return (WorkloadState.Ended) state(id);
    }

    /** What the workload holds now. */
    public Allocation allocation(UUID id) {
        return state(id).held().orElseThrow();
    }

    /** The latest that was said about the workload. */
    public Explanation explanation(UUID id) {
        return Objects.requireNonNull(explanations.get(id));
    }

    /** Ids as the first controller of a driver with this seed gives them. */
    static Supplier<UUID> allocationIds(long seed) {
        Random bits = new Random(~seed);
        return () -> new UUID(bits.nextLong(), bits.nextLong());
    }
}
