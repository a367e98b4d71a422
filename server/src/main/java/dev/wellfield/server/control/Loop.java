package dev.wellfield.server.control;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does something again and again on a thread of its own: when it is woken, and at the latest after a period. What fails is
 * logged and tried again; the same failure over and over is logged once.
 */
public final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final String name;
    private final Duration period;
    private final Body body;
    private final Semaphore wakes = new Semaphore(0);
    private final Thread thread;
    private volatile boolean stopped;
    private String lastFailure = "";

    /** What is done. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    private Loop(String name, Duration period, Body body) {
        this.name = name;
        this.period = period;
        this.body = body;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::loop);
    }

    public static Loop start(String name, Duration period, Body body) {
        Loop loop = new Loop(name, period, body);
        loop.thread.start();
        return loop;
    }

    /** Has it run soon; many wakes while it runs are one. */
    public void wake() {
        if (wakes.availablePermits() == 0) {
            wakes.release();
        }
    }

    private void loop() {
        while (!stopped) {
            try {
                body.run();
                if (!lastFailure.isEmpty()) {
                    LOG.info("{} works again", name);
                    lastFailure = "";
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (Exception e) {
                failed(e);
            }
            try {
                if (wakes.tryAcquire(period.toMillis(), TimeUnit.MILLISECONDS)) {
                    wakes.drainPermits();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void failed(Exception e) {
        String failure = String.valueOf(e);
        if (!failure.equals(lastFailure)) {
            LOG.warn("{} failed and will be tried again", name, e);
            lastFailure = failure;
        }
    }

    /** Stops after what it is doing now, for which it waits a while. */
    @Override
    public void close() {
        stopped = true;
        wake();
        try {
            if (!thread.join(STOP)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
