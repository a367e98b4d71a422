package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.scheduling.Explanation.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state machine that decides what runs where. One thread owns it. It does nothing but decide: the actions that
 * {@link #handle} returns are committed by the caller, then executed. If they can't be committed, this controller is of no
 * use any more and a new one is made from what is stored. The same events at the same instants give the same actions.
 */
public final class Controller {
    private final Fleet fleet;
    private final PlacementPolicy policy;
    private final Supplier<UUID> ids;
    private @Nullable DiskShortage shortage;
    private final Map<UUID, Explanation> said = new HashMap<>();

    /**
     * @param live workloads that haven't ended
     * @param ids gives new allocations their ids
     */
    public Controller(Resources resources, Collection<Workload> live, PlacementPolicy policy, Supplier<UUID> ids) {
        this.fleet = new Fleet(resources, live);
        this.policy = policy;
        this.ids = ids;
    }

    /** What had been decided before but may not have been carried out: executors do it once all the same. */
    public List<Action> resume() {
        List<Action> actions = new ArrayList<>();
        fleet.holders().forEach(workload -> {
            switch (workload.state()) {
                case WorkloadState.Starting starting -> actions.add(new Action.Start(workload, starting.allocation()));
                case WorkloadState.Stopping stopping -> actions.add(stop(workload, stopping.allocation()));
                case WorkloadState.Queued ignored -> {}
                case WorkloadState.Running ignored -> {}
                case WorkloadState.Ended ignored -> {}
            }
        });
        return actions;
    }

    /** Workloads that hold something now. */
    public List<Workload> holders() {
        return fleet.holders().toList();
    }

    /** Learns {@code event} and decides what follows from it at {@code now}. */
    public List<Action> handle(ControllerEvent event, Instant now) {
        List<Action> actions = new ArrayList<>();
        switch (event) {
            case ControllerEvent.Submitted submitted -> submitted(submitted.workload());
            case ControllerEvent.CancelRequested cancel ->
                fleet.workload(cancel.workloadId()).ifPresent(workload -> cancel(workload, now, actions));
            case ControllerEvent.Started started ->
                fleet.holderOf(started.allocationId()).ifPresent(workload -> started(workload, started.at(), actions));
            case ControllerEvent.Exited exited ->
                fleet.holderOf(exited.allocationId()).ifPresent(workload -> exited(workload, exited.exit(), actions));
            case ControllerEvent.StartFailed failed ->
                fleet.holderOf(failed.allocationId())
                        .ifPresent(workload -> startFailed(workload, failed.at(), actions));
            case ControllerEvent.ResourcesChanged changed -> fleet.replace(changed.resources());
            case ControllerEvent.DiskChanged disk -> shortage = disk.shortage().orElse(null);
            case ControllerEvent.Tick ignored -> {}
        }
        schedule(now, actions);
        return actions;
    }

    /** One that is known already has moved on since. */
    private void submitted(Workload workload) {
        if (!fleet.knows(workload.id())) {
            fleet.put(workload);
        }
    }

    private void cancel(Workload workload, Instant now, List<Action> actions) {
        switch (workload.state()) {
            case WorkloadState.Queued queued -> move(workload, queued.cancel(now), actions);
            case WorkloadState.Starting starting -> {
                move(workload, starting.stop(), actions);
                actions.add(stop(workload, starting.allocation()));
            }
            case WorkloadState.Running running -> {
                move(workload, running.stop(), actions);
                actions.add(stop(workload, running.allocation()));
            }
            case WorkloadState.Stopping ignored -> {}
            case WorkloadState.Ended ignored -> {}
        }
    }

    private void started(Workload workload, Instant at, List<Action> actions) {
        switch (workload.state()) {
            case WorkloadState.Starting starting -> move(workload, starting.started(at), actions);
            case WorkloadState.Stopping stopping
            when stopping.startedAt() == null -> move(workload, stopping.started(at), actions);
            case WorkloadState.Stopping ignored -> {}
            case WorkloadState.Queued ignored -> {}
            case WorkloadState.Running ignored -> {}
            case WorkloadState.Ended ignored -> {}
        }
    }

    private void exited(Workload workload, Exit exit, List<Action> actions) {
        switch (workload.state()) {
            case WorkloadState.Starting starting -> move(workload, starting.exited(exit), actions);
            case WorkloadState.Running running -> move(workload, running.exited(exit), actions);
            case WorkloadState.Stopping stopping -> move(workload, stopping.exited(exit), actions);
            case WorkloadState.Queued ignored -> {}
            case WorkloadState.Ended ignored -> {}
        }
    }

    private void startFailed(Workload workload, Instant at, List<Action> actions) {
        switch (workload.state()) {
            case WorkloadState.Starting starting -> move(workload, starting.failed(at), actions);
            case WorkloadState.Stopping stopping -> move(workload, stopping.neverStarted(at), actions);
            case WorkloadState.Queued ignored -> {}
            case WorkloadState.Running ignored -> {}
            case WorkloadState.Ended ignored -> {}
        }
    }

    /** One cycle over all who wait. Inside a tenant and pool nobody overtakes, between tenants whoever fits goes. */
    private void schedule(Instant now, List<Action> actions) {
        Map<String, Workload> firstWaiting = new HashMap<>();
        for (Workload workload : fleet.queue()) {
            String line = workload.tenant() + "/" + workload.ask().pool();
            Workload ahead = workload.ask().cards() == 0 ? null : firstWaiting.get(line);
            boolean waits = decide(workload, ahead, now, actions);
            if (waits && workload.ask().cards() > 0) {
                firstWaiting.putIfAbsent(line, workload);
            }
        }
    }

    /** Returns whether the workload still waits. */
    private boolean decide(Workload workload, @Nullable Workload ahead, Instant now, List<Action> actions) {
        WorkloadState.Queued queued = (WorkloadState.Queued) workload.state();
        Assessment assessment = new Assessment(fleet, workload, shortage);
        return switch (assessment.run(policy, ahead)) {
            case Assessment.Outcome.Wait ignored -> {
                explain(workload, assessment, Verdict.QUEUED, now, actions);
                yield true;
            }
            case Assessment.Outcome.Refuse refuse -> {
                explain(workload, assessment, Verdict.REFUSED, now, actions);
                move(workload, queued.refuse(refuse.reason(), now), actions);
                yield false;
            }
            case Assessment.Outcome.Place place -> {
                explain(workload, assessment, Verdict.PLACED, now, actions);
                Allocation allocation = allocation(workload, place);
                Workload starting = move(workload, queued.place(allocation), actions);
                actions.add(new Action.Start(starting, allocation));
                yield false;
            }
        };
    }

    private Allocation allocation(Workload workload, Assessment.Outcome.Place place) {
        Ask ask = workload.ask();
        NodeView node = place.placement().node();
        return new Allocation(
                ids.get(),
                workload.id(),
                workload.tenant(),
                ask.pool(),
                node.node().name(),
                place.placement().shares(),
                node.isolation(ask),
                node.node().simulated(),
                place.borrowed(),
                ask.cpuMilli(),
                ask.hostMemoryMib());
    }

    private Workload move(Workload workload, WorkloadState next, List<Action> actions) {
        Workload moved = workload.in(next);
        fleet.put(moved);
        if (next.phase().ended()) {
            said.remove(moved.id());
        }
        actions.add(new Action.Moved(moved));
        return moved;
    }

    private void explain(Workload workload, Assessment assessment, Verdict verdict, Instant now, List<Action> actions) {
        Explanation next = new Explanation(verdict, now, assessment.checks(), assessment.remedies());
        Explanation last = said.get(workload.id());
        if (last == null || !last.saysTheSameAs(next)) {
            said.put(workload.id(), next);
            actions.add(new Action.Explained(workload.id(), next));
        }
    }

    private static Action.Stop stop(Workload workload, Allocation allocation) {
        return new Action.Stop(allocation.id(), workload.spec().grace());
    }
}
