package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.tenancy.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where workloads really run. Every call is idempotent by allocation id, may come from any thread and may block on a disk
 * but never on a workload.
 */
public interface Cluster {
    /**
     * Starts the workload's process, unless this allocation has been started before. An engine is told a free port.
     *
     * @throws StartException if it can't be started, with a reason that its owner can act on; nothing of it is left then
     */
    void start(Workload workload, Allocation allocation, Tenant tenant) throws StartException;

    /** Ends the process and all its descendants: SIGTERM, {@code grace}, SIGKILL. Returns at once. */
    void stop(UUID allocationId, Duration grace);

    /** What has become of every allocation that was started here and isn't forgotten. */
    Map<UUID, Observed> observe();

    /** The process's own record of one allocation, forgotten or not; empty where there is none (any more). */
    Optional<Observed> record(UUID allocationId);

    /** What an engine asks of whoever calls it, where its start told it to ask. */
    default Optional<String> engineKey(UUID allocationId) {
        return Optional.empty();
    }

    /** The disk on which no more workload can be started now. */
    default Optional<DiskShortage> diskShortage() {
        return Optional.empty();
    }

    /** Leaves an ended allocation out of {@link #observe} from now on; its log and its record stay. */
    void forget(UUID allocationId);

    /**
     * Removes all that is kept of an ended allocation: its log, its folder, its record. There may be nothing any more.
     *
     * @throws IllegalStateException if it hasn't ended
     */
    void remove(UUID allocationId);

    /** Something that keeps a workload from being started. */
    final class StartException extends Exception {
        public StartException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** A process as its node knows it. */
    sealed interface Observed {
        /** It has been asked for but doesn't run yet. */
        record Starting() implements Observed {}

        /** {@code port} is the one that an engine was told to listen on; null for other workloads. */
        record Running(Instant startedAt, @Nullable Integer port) implements Observed {}

        /** {@code startedAt} is null if it never ran. */
        record Gone(@Nullable Instant startedAt, Exit exit) implements Observed {}
    }
}
