package dev.wellfield.gateway;

import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.ViewSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the gateway's view: asks for the revision each second on a thread of its own. Any thread may read the view. While
 * the database is away the last view holds, for as long as the settings say.
 */
final class ViewKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ViewKeeper.class);
    private static final long ROUND_NANOS = 1_000_000_000L;
    /** Strangers don't make us ask the database more often than this. */
    private static final long LEAST_ROUND_NANOS = 100_000_000L;
    /** Callers that wait for a round at a time; further ones go by the view as it is. */
    private static final int MOST_WAITING = 1_000;

    private final ViewSource source;
    private final ViewFile file;
    private final Consumer<GatewayView> changed;
    private final long mostAgeNanos;
    private final Thread thread = Thread.ofVirtual().name("gateway-view").unstarted(this::run);

    private volatile IndexedView current = new IndexedView(GatewayView.EMPTY);
    private volatile boolean known;
    private volatile long heardAtNanos = System.nanoTime();
    private volatile boolean closed;
    private boolean away;
    private final BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    /** @param changed is told of every new view before it holds, on the keeper's thread */
    ViewKeeper(ViewSource source, ViewFile file, Duration mostAge, Consumer<GatewayView> changed) {
        this.source = source;
        this.file = file;
        this.mostAgeNanos = mostAge.toNanos();
        this.changed = changed;
    }

    /** Has a view once it returns, if the database or the disk has one. */
    void start() {
        if (!ask()) {
            file.load().ifPresent(view -> {
                LOG.warn("the database is away; the gateway begins with revision {} from the disk", view.revision());
                take(view);
            });
        }
        thread.start();
    }

    IndexedView current() {
        return current;
    }

    /** Whether there is a view, and it is young enough to admit by. */
    boolean fresh() {
        return known && ageNanos() < mostAgeNanos;
    }

    long ageNanos() {
        return System.nanoTime() - heardAtNanos;
    }

    /**
     * Runs {@code then} on the keeper's thread once the database has been asked after this call, whatever it said: for what
     * isn't in the view because it is too new for it.
     */
    void whenAsked(Runnable then) {
        if (closed || !waiting.offer(then)) {
            then.run();
        } else {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            if (waiting.isEmpty()) {
                LockSupport.parkNanos(ROUND_NANOS);
            }
            List<Runnable> told = new ArrayList<>();
            waiting.drainTo(told);
            if (!closed) {
                ask();
            }
            told.forEach(Runnable::run);
            pause();
        }
        waiting.forEach(Runnable::run);
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(LEAST_ROUND_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ask() {
        // What we hear is at least as old as our question.
        long asked = System.nanoTime();
        try {
            if (!known || source.revision() != current.view().revision()) {
                GatewayView view = source.load();
                take(view);
                save(view);
            }
            heardAtNanos = asked;
            if (away) {
                LOG.info("the database answers again");
                away = false;
            }
            return true;
        } catch (RuntimeException e) {
            if (!away) {
                LOG.warn(
                        "the database doesn't answer; the gateway goes on with revision {}: {}",
                        current.view().revision(),
                        e.toString());
                away = true;
            }
            return false;
        }
    }

    private void take(GatewayView view) {
        changed.accept(view);
        current = new IndexedView(view);
        known = true;
    }

    private void save(GatewayView view) {
        try {
            file.save(view);
        } catch (IOException e) {
            LOG.warn(
                    "the view can't be kept in {}; without it the gateway can't begin while the database is away",
                    file.file(),
                    e);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
