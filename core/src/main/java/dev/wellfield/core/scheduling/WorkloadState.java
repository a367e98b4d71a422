package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a workload is in its life. Each state owns the transitions that leave it. */
public sealed interface WorkloadState {
    /** The name that people see. */
    Phase phase();

    /** What it holds, if anything. */
    default Optional<Allocation> held() {
        return switch (this) {
            case Queued ignored -> Optional.empty();
            case Starting starting -> Optional.of(starting.allocation());
            case Running running -> Optional.of(running.allocation());
            case Stopping stopping -> Optional.of(stopping.allocation());
            case Ended ignored -> Optional.empty();
        };
    }

    /** The names of the states as people see them; an end is told by how it ended. */
    enum Phase {
        QUEUED,
        STARTING,
        RUNNING,
        STOPPING,
        SUCCEEDED,
        FAILED,
        CANCELLED,
        REFUSED;

        public boolean ended() {
            return compareTo(SUCCEEDED) >= 0;
        }
    }

    /** It waits for a decision, or for room. */
    record Queued() implements WorkloadState {
        @Override
        public Phase phase() {
            return Phase.QUEUED;
        }

        Starting place(Allocation allocation) {
            return new Starting(allocation);
        }

        Ended refuse(Reason reason, Instant at) {
            return new Ended(Phase.REFUSED, reason, null, null, at);
        }

        Ended cancel(Instant at) {
            return new Ended(Phase.CANCELLED, Reason.CANCELLED, null, null, at);
        }
    }

    /** It has been decided where it runs; the process isn't there yet. */
    record Starting(Allocation allocation) implements WorkloadState {
        @Override
        public Phase phase() {
            return Phase.STARTING;
        }

        Running started(Instant at) {
            return new Running(allocation, at);
        }

        Ended failed(Instant at) {
            return new Ended(Phase.FAILED, Reason.START_FAILED, null, null, at);
        }

        Stopping stop() {
            return new Stopping(allocation, null);
        }

        Ended exited(Exit exit) {
            return Ended.of(exit, null);
        }
    }

    /** Its process runs since {@code startedAt}. */
    record Running(Allocation allocation, Instant startedAt) implements WorkloadState {
        @Override
        public Phase phase() {
            return Phase.RUNNING;
        }

        Stopping stop() {
            return new Stopping(allocation, startedAt);
        }

        Ended exited(Exit exit) {
            return Ended.of(exit, startedAt);
        }
    }

    /** It has been told to end. */
    record Stopping(Allocation allocation, @Nullable Instant startedAt) implements WorkloadState {
        @Override
        public Phase phase() {
            return Phase.STOPPING;
        }

        Stopping started(Instant at) {
            return new Stopping(allocation, at);
        }

        Ended exited(Exit exit) {
            return new Ended(Phase.CANCELLED, Reason.CANCELLED, exit, startedAt, exit.at());
        }

        /** It was stopped before it had started. */
        Ended neverStarted(Instant at) {
            return new Ended(Phase.CANCELLED, Reason.CANCELLED, null, startedAt, at);
        }
    }

    /** It is over. */
    record Ended(
            Phase phase,
            Reason reason,
            @Nullable Exit exit,
            @Nullable Instant startedAt,
            Instant at) implements WorkloadState {
        static Ended of(Exit exit, @Nullable Instant startedAt) {
            Reason reason = reason(exit);
            Phase phase = reason == Reason.COMPLETED ? Phase.SUCCEEDED : Phase.FAILED;
            return new Ended(phase, reason, exit, startedAt, exit.at());
        }

        private static Reason reason(Exit exit) {
            if (exit.inferred()) {
                return Reason.LOST;
            }
            if (exit.outOfMemory()) {
                return Reason.OUT_OF_MEMORY;
            }
            if (exit.signal() != null) {
                return Reason.KILLED;
            }
            return exit.success() ? Reason.COMPLETED : Reason.EXITED;
        }
    }
}
