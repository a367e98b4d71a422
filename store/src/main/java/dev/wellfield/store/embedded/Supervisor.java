package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.Launcher.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the server running until it is stopped: a daemon thread of its own looks after it and starts it again on the
 * same port, so that connection pools find it. Any thread may call; one lock guards every change, and waiting for the
 * next look or try gives it free.
 */
final class Supervisor {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final Duration LOG_LOOK_EVERY = Duration.ofSeconds(5);
    /** A server that lasted this long was healthy: after it the delays begin anew. */
    private static final Duration HEALTHY_AFTER = Duration.ofSeconds(20);

    private final Launcher launcher;
    private final PostgresListener listener;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stopping = lock.newCondition();
    private volatile boolean stopWanted;
    private volatile Running running;
    private boolean ended;
    private Deadline healthyFrom = Deadline.in(HEALTHY_AFTER);
    private Deadline nextLogLook = Deadline.in(Duration.ZERO);
    private Backoff backoff = Backoff.NONE;

    Supervisor(Launcher launcher, Running running, PostgresListener listener) {
        this.launcher = launcher;
        this.running = running;
        this.listener = listener;
    }

    void begin() {
        Thread.ofPlatform()
                .daemon()
                .name("postgres-supervisor-" + running.port())
                .start(this::watch);
    }

    Running running() {
        return running;
    }

    boolean isAlive() {
        return !stopWanted && running.process().alive();
    }

    void stop() {
        stopWanted = true;
        lock.lock();
        try {
            stopping.signalAll();
            if (!ended) {
                end();
                ended = true;
                LOG.info("PostgreSQL stopped");
            }
        } finally {
            lock.unlock();
        }
    }

    void restart() {
        lock.lock();
        try {
            if (stopWanted) {
                throw new IllegalStateException("this PostgreSQL was stopped; start a new one");
            }
            end();
            bringUp();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        ServerProcesses processes = launcher.processes();
        processes.end(
                processes.postmaster().orElse(running.process()),
                launcher.settings().stopTimeout());
    }

    private void bringUp() {
        running = launcher.bringUp(OptionalInt.of(running.port()), () -> stopWanted);
        healthyFrom = Deadline.in(HEALTHY_AFTER);
    }

    private void watch() {
        lock.lock();
        try {
            while (!stopWanted) {
                if (running.process().alive()) {
                    lookAtLog();
                    pause(LOOK_EVERY);
                } else {
                    restore();
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("The supervisor of PostgreSQL was interrupted and looks after it no longer");
        } finally {
            lock.unlock();
        }
    }

    private void restore() throws InterruptedException {
        long lostAtNanos = System.nanoTime();
        long lostPid = running.process().pid();
        backoff = healthyFrom.passed() ? Backoff.NONE : backoff.next();
        LOG.warn("PostgreSQL (pid {}) is gone; it is started again on port {}", lostPid, running.port());
        tell(new PostgresEvent.Lost(lostPid));
        pause(backoff.delay());
        while (!stopWanted && !running.process().alive()) {
            try {
                bringUp();
                Duration outage = Duration.ofNanos(System.nanoTime() - lostAtNanos);
                LOG.warn("PostgreSQL is back after {} ms", outage.toMillis());
                tell(new PostgresEvent.Restored(running.process().pid(), outage));
            } catch (RuntimeException e) {
                failed(e);
            }
        }
    }

    private void failed(RuntimeException failure) throws InterruptedException {
        if (stopWanted) {
            return;
        }
        backoff = backoff.next();
        LOG.error(
                "PostgreSQL could not be started again (try {}); next try in {} ms",
                backoff.failures(),
                backoff.delay().toMillis(),
                failure);
        tell(new PostgresEvent.RestoreFailed(
                backoff.failures(), String.valueOf(failure.getMessage()), backoff.delay()));
        pause(backoff.delay());
    }

    private void pause(Duration time) throws InterruptedException {
        long leftNanos = time.toNanos();
        while (!stopWanted && leftNanos > 0) {
            leftNanos = stopping.awaitNanos(leftNanos);
        }
    }

    /** Without the lock: a listener may take its time or call back. */
    private void tell(PostgresEvent event) {
        lock.unlock();
        try {
            listener.happened(event);
        } catch (RuntimeException e) {
            LOG.warn("A listener failed on {}", event, e);
        } finally {
            lock.lock();
        }
    }

    private void lookAtLog() {
        if (nextLogLook.passed()) {
            nextLogLook = Deadline.in(LOG_LOOK_EVERY);
            try {
                launcher.log().cutIfLong();
            } catch (IOException e) {
                LOG.warn(
                        "The log of PostgreSQL, {}, can't be cut",
                        launcher.log().file(),
                        e);
            }
        }
    }
}
