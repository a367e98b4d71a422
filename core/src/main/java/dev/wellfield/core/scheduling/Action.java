package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import java.time.Duration;
import java.util.UUID;

/**
 * Something that the controller has decided. All actions of one cycle are committed together before any of them is
 * executed; {@link Start} and {@link Stop} are then carried out, and carrying one out twice does no harm.
 */
public sealed interface Action {
    /** Start the workload's process with this allocation. */
    record Start(Workload workload, Allocation allocation) implements Action {}

    /** End the process: SIGTERM, {@code grace}, SIGKILL. */
    record Stop(UUID allocationId, Duration grace) implements Action {}

    /** The workload is in another state now. */
    record Moved(Workload workload) implements Action {}

    /** There is something new to say about the workload. */
    record Explained(UUID workloadId, Explanation explanation) implements Action {}
}
