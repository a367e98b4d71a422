package dev.wellfield.cluster.local;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One workload being stopped: SIGTERM to all its processes, a grace, SIGKILL to all. Runs on a virtual thread of its own;
 * only the deadline is shared, which other threads may draw nearer.
 */
final class Stopping implements Runnable {

    /** How long after SIGKILL a process may take to die, and its shim to record it. */
    private static final Duration KILL_WAIT = Duration.ofSeconds(15);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final WorkloadFolder folder;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile long deadlineNanos;

    Stopping(WorkloadFolder folder, Duration grace) {
        this.folder = folder;
        this.deadlineNanos = System.nanoTime() + grace.toNanos();
    }

    CompletableFuture<Void> done() {
        return done;
    }

    /** A later stop may shorten the grace, never lengthen it. */
    synchronized void within(Duration grace) {
        long nanos = System.nanoTime() + grace.toNanos();
        if (nanos - deadlineNanos < 0) {
            deadlineNanos = nanos;
            announce();
        }
    }

    @Override
    public void run() {
        try {
            announce();
            for (long pid : Members.of(folder)) {
                Signals.send(pid, Signals.TERM);
                // One that is halted would take note of nothing else.
                Signals.send(pid, Signals.CONT);
            }
            while (present() && System.nanoTime() - deadlineNanos < 0) {
                pause();
            }
            kill();
            done.complete(null);
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    private void kill() {
        long until = System.nanoTime() + KILL_WAIT.toNanos();
        CgroupSet groups = folder.groups();
        Set<Long> left = Members.of(folder);
        while (!left.isEmpty() || present()) {
            groups.kill();
            left.forEach(pid -> Signals.send(pid, Signals.KILL));
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("allocation " + folder.allocationId() + " is not gone "
                        + KILL_WAIT.toSeconds() + " s after SIGKILL; its processes are " + left);
            }
            pause();
            left = Members.of(folder);
        }
    }

    /** Whether the shim has still to record an end, or left somebody behind. */
    private boolean present() {
        return switch (folder.state()) {
            case ProcessState.Starting ignored -> true;
            case ProcessState.Running ignored -> true;
            case ProcessState.NotStarted ignored -> false;
            case ProcessState.Exited ignored -> false;
            case ProcessState.Lost lost ->
                lost.cause() == ProcessState.Lost.Cause.SHIM_VANISHED
                        && !Members.of(folder).isEmpty();
        };
    }

    /** For the shim, which ends the workload itself should this server die during the grace. */
    private void announce() {
        try {
            folder.stopBy(Instant.now().plusNanos(Math.max(0, deadlineNanos - System.nanoTime())));
        } catch (IOException diskFull) {
            // Then the shim grants no grace to what is left when the command has ended; the stop itself goes on.
        }
    }

    private static void pause() {
        if (Thread.interrupted()) {
            throw new IllegalStateException("interrupted; the shim ends the workload when its grace is over");
        }
        LockSupport.parkNanos(LOOK_NANOS);
    }
}
