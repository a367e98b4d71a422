package dev.wellfield.server.workloads;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.Reason;
import dev.wellfield.store.WorkloadRow;
import org.jspecify.annotations.Nullable;

/** Why a workload ended, as an English sentence for clients that have no catalogue of their own. */
final class Sentences {
    private Sentences() {}

    /** @param failure what kept it from starting, if anything did */
    static String of(Reason reason, WorkloadRow row, @Nullable String failure) {
        Exit exit = row.exit();
        return switch (reason) {
            case COMPLETED -> "It left with code 0.";
            case EXITED -> "It left with code " + (exit == null ? "?" : exit.code()) + ".";
            case KILLED -> "Signal " + (exit == null ? "?" : exit.signal()) + " ended it, which Wellfield didn't send.";
            case OUT_OF_MEMORY ->
                "It needed more than its "
                        + Dimension.HOST_MEMORY.text(row.ask().hostMemoryMib())
                        + " of host memory. Ask for more host memory (--host-memory, hostMemoryMib).";
            case START_FAILED -> "It could not be started: " + (failure == null ? "see the events" : failure);
            case LOST ->
                "Nobody saw its end: the machine was restarted, or the shim that watches over it was killed."
                        + " It counts as ended at its last sign of life, and whatever was left of it was ended.";
            case CANCELLED -> "It was cancelled.";
            case OVER_QUOTA -> "It is over quota, and the quota says to refuse.";
            case ISOLATION_UNAVAILABLE -> "No node can give the isolation that it needs.";
        };
    }
}
