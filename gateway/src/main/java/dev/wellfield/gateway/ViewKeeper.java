package dev.wellfield.gateway;

import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.core.serving.ViewSource;
import java.io.IOException;
import java.time.Duration;
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

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(ROUND_NANOS);
            if (!closed) {
                ask();
            }
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
                        "the database doesn't answer; the gateway goes on with revision {}",
                        current.view().revision(),
                        e);
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
