package dev.wellfield.server.control;

import dev.wellfield.core.scheduling.Cluster.Observed;
import dev.wellfield.core.scheduling.ControllerEvent;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Compares what should run with what runs. A pure function, so nothing that was missed is missed for good. */
final class Observations {
    private Observations() {}

    /** @param corrected an instant that a process's record gives, where the clock has jumped since it began */
    static List<ControllerEvent> compare(
            List<Workload> holders, Map<UUID, Observed> observed, Instant now, UnaryOperator<Instant> corrected) {
        List<ControllerEvent> events = new ArrayList<>();
        for (Workload workload : holders) {
            UUID id = workload.state().held().orElseThrow().id();
            @Nullable Observed process = observed.get(id);
            switch (process) {
                case Observed.Running running
                when startUnknown(workload.state()) ->
                    events.add(new ControllerEvent.Started(id, corrected.apply(running.startedAt())));
                case Observed.Gone gone -> {
                    if (gone.startedAt() != null && startUnknown(workload.state())) {
                        events.add(new ControllerEvent.Started(id, corrected.apply(gone.startedAt())));
                    }
                    events.add(new ControllerEvent.Exited(id, at(gone.exit(), corrected)));
                }
                case Observed.Running ignored -> {}
                case Observed.Starting ignored -> {}
                case null -> {
                    // Nothing is known of a process that ran: its folder is gone, and with it all we could know.
                    if (hasRun(workload.state())) {
                        events.add(new ControllerEvent.Exited(
                                id, new Exit(null, null, corrected.apply(now), false, true)));
                    }
                }
            }
        }
        return events;
    }

    private static Exit at(Exit exit, UnaryOperator<Instant> corrected) {
        return new Exit(exit.code(), exit.signal(), corrected.apply(exit.at()), exit.outOfMemory(), exit.inferred());
    }

    /** Processes that no workload holds any more. */
    static Map<UUID, Observed> unheld(List<Workload> holders, Map<UUID, Observed> observed) {
        Map<UUID, Observed> unheld = new HashMap<>(observed);
        holders.forEach(
                workload -> unheld.remove(workload.state().held().orElseThrow().id()));
        return unheld;
    }

    private static boolean hasRun(WorkloadState state) {
        return state instanceof WorkloadState.Running
                || (state instanceof WorkloadState.Stopping stopping && stopping.startedAt() != null);
    }

    private static boolean startUnknown(WorkloadState state) {
        return switch (state) {
            case WorkloadState.Starting ignored -> true;
            case WorkloadState.Stopping stopping -> stopping.startedAt() == null;
            case WorkloadState.Queued ignored -> false;
            case WorkloadState.Running ignored -> false;
            case WorkloadState.Ended ignored -> false;
        };
    }
}
