package dev.wellfield.core.scheduling;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Something that the controller learns. */
public sealed interface ControllerEvent {
    /** A workload's row has been committed. */
    record Submitted(Workload workload) implements ControllerEvent {}

    /** Somebody wants it to end. */
    record CancelRequested(UUID workloadId) implements ControllerEvent {}

    /** The process of an allocation runs. */
    record Started(UUID allocationId, Instant at) implements ControllerEvent {}

    /** The process of an allocation is over. */
    record Exited(UUID allocationId, Exit exit) implements ControllerEvent {}

    /** The process of an allocation could not be started, and nothing of it is left. */
    record StartFailed(UUID allocationId, Instant at) implements ControllerEvent {}

    /** Pools, nodes, tenants or quotas are different now. */
    record ResourcesChanged(Resources resources) implements ControllerEvent {}

    /** A disk has become too full for new workloads, or none is any more. */
    record DiskChanged(Optional<DiskShortage> shortage) implements ControllerEvent {}

    /** Time has passed. */
    record Tick() implements ControllerEvent {}
}
