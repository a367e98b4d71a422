package dev.wellfield.cluster.local;

import java.time.Instant;

/** What is known of one allocation's process. Instants are cut to microseconds, by this machine's clock. */
public sealed interface ProcessState {

    /** Nothing has run: there is no such allocation here, or its start never got as far as its shim. */
    record NotStarted() implements ProcessState {}

    /** The shim is there and has not yet recorded the command. */
    record Starting() implements ProcessState {}

    /** The command runs, or has ended and its shim is about to record that. */
    record Running(long pid, Instant startedAt) implements ProcessState {}

    /**
     * The command has ended, nothing of it is left, and its logs are complete.
     *
     * @param code the exit code; 128 plus the signal if a signal ended it; 125 if the command could not be set up, 126 if
     *     it could not be executed, 127 if it was not found
     * @param signal the signal that ended it, or 0
     * @param oomKilled whether the kernel killed a process of it for want of memory
     */
    record Exited(int code, int signal, Instant startedAt, Instant endedAt, boolean oomKilled)
            implements ProcessState {}

    /**
     * The end was not recorded, so it is inferred: the workload is charged until lastSeen. After a reboot nothing of it
     * is left; if the shim vanished the command may still run, and a stop ends it.
     *
     * @param startedAt equal to lastSeen if the command had not been recorded as started
     */
    record Lost(Instant startedAt, Instant lastSeen, Cause cause) implements ProcessState {
        /** Why nobody recorded the end. */
        public enum Cause {
            REBOOT,
            SHIM_VANISHED
        }
    }
}
