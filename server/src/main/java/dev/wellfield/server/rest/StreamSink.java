package dev.wellfield.server.rest;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Server-sent events to one caller. The source's thread sends and waits for each event to leave, so nothing queues up
 * for a caller that reads slowly; the event loop tells when the caller has left.
 */
final class StreamSink implements EventSink {
    static final String CONTENT_TYPE = "text/event-stream";
    private static final Buffer COMMENT = Buffer.buffer(": alive\n\n");

    private final Context context;
    private final HttpServerResponse response;
    private final RestLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition over = lock.newCondition();
    private volatile boolean left;
    private volatile boolean draining;
    private long sentAtNanos = System.nanoTime();

    StreamSink(Context context, HttpServerResponse response, RestLimits limits) {
        this.context = context;
        this.response = response;
        this.limits = limits;
    }

    @Override
    public void send(String event, @Nullable String id, JsonNode data) throws InterruptedException {
        StringBuilder frame = new StringBuilder(64);
        line(frame, "event", event);
        if (id != null) {
            line(frame, "id", id);
        }
        Buffer buffer = Buffer.buffer(frame.append("data: ").toString()).appendBytes(Json.bytes(data));
        write(buffer.appendString("\n\n"));
    }

    private static void line(StringBuilder frame, String name, String value) {
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
            throw new IllegalArgumentException(name + " has to be one line");
        }
        frame.append(name).append(": ").append(value).append('\n');
    }

    /** Sends the head, so that the caller sees the stream open before the first event. */
    void open() throws InterruptedException {
        await(response::writeHead);
    }

    private void write(Buffer buffer) throws InterruptedException {
        await(() -> response.write(buffer));
        sentAtNanos = System.nanoTime();
    }

    private void await(Supplier<Future<Void>> step) throws InterruptedException {
        if (left) {
            throw new ClientGone();
        }
        CompletableFuture<Void> done = new CompletableFuture<>();
        context.runOnContext(it -> {
            if (left || response.closed() || response.ended()) {
                done.completeExceptionally(new ClientGone());
            } else {
                step.get().onComplete(ok -> done.complete(null), done::completeExceptionally);
            }
        });
        try {
            done.get(limits.streamStall().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            leave();
            throw new ClientGone();
        }
    }

    @Override
    public boolean gone() {
        return left || draining;
    }

    @Override
    public boolean pause(Duration duration) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        while (true) {
            long now = System.nanoTime();
            long untilComment = sentAtNanos + limits.streamKeepAlive().toNanos() - now;
            if (waitUntilOver(Math.min(end - now, untilComment))) {
                return false;
            }
            if (System.nanoTime() - end >= 0) {
                return true;
            }
            try {
                write(COMMENT);
            } catch (ClientGone e) {
                return false;
            }
        }
    }

    private boolean waitUntilOver(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = nanos;
            while (!gone() && remaining > 0) {
                remaining = over.awaitNanos(remaining);
            }
            return gone();
        } finally {
            lock.unlock();
        }
    }

    /** The caller has left: wakes the source. Any thread. */
    void leave() {
        left = true;
        wake();
    }

    /** The server wants to end: wakes the source, which may still send. Any thread. */
    void drain() {
        draining = true;
        wake();
    }

    boolean left() {
        return left;
    }

    private void wake() {
        lock.lock();
        try {
            over.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
