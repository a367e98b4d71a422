package dev.wellfield.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes in a request's body, as long as it is small and quick enough. Owned by one event loop. */
final class BodyCollector implements Watched {
    /** After a refusal the rest is thrown away, so that the caller gets to read why; more than this ends the connection. */
    private static final long MOST_THROWN_AWAY = 64L << 20;

    private final HttpServerRequest request;
    private final int mostBytes;
    private final long mostNanos;
    private final Loop loop;
    private final Consumer<byte[]> taken;
    private final Consumer<OpenAiError> refused;
    private final long beganNanos = System.nanoTime();
    private final Buffer body = Buffer.buffer();
    private long thrownAway;
    private boolean over;

    private BodyCollector(
            Loop loop,
            HttpServerRequest request,
            int mostBytes,
            long mostNanos,
            Consumer<byte[]> taken,
            Consumer<OpenAiError> refused) {
        this.loop = loop;
        this.request = request;
        this.mostBytes = mostBytes;
        this.mostNanos = mostNanos;
        this.taken = taken;
        this.refused = refused;
    }

    /** One of {@code taken} and {@code refused} is run, or neither if the caller leaves before. */
    static void collect(
            Loop loop,
            HttpServerRequest request,
            int mostBytes,
            long mostNanos,
            Consumer<byte[]> taken,
            Consumer<OpenAiError> refused) {
        BodyCollector collector = new BodyCollector(loop, request, mostBytes, mostNanos, taken, refused);
        request.handler(collector::add);
        request.endHandler(end -> collector.end());
        request.exceptionHandler(e -> collector.finish());
        loop.watch(collector);
        collector.checkAnnounced(request.getHeader(HttpHeaders.CONTENT_LENGTH));
    }

    private void checkAnnounced(@Nullable String length) {
        if (length != null && (length.length() > 10 || Long.parseLong(length) > mostBytes)) {
            refuse(OpenAiError.bodyTooLarge(mostBytes));
        }
    }

    private void add(Buffer piece) {
        if (over) {
            thrownAway += piece.length();
            if (thrownAway > MOST_THROWN_AWAY) {
                request.connection().close();
            }
        } else if ((long) body.length() + piece.length() > mostBytes) {
            refuse(OpenAiError.bodyTooLarge(mostBytes));
        } else {
            body.appendBuffer(piece);
        }
    }

    private void end() {
        if (finish()) {
            taken.accept(body.getBytes());
        }
    }

    private void refuse(OpenAiError error) {
        if (finish()) {
            refused.accept(error);
        }
    }

    private boolean finish() {
        boolean first = !over;
        over = true;
        loop.unwatch(this);
        return first;
    }

    @Override
    public void look(long nowNanos) {
        if (nowNanos - beganNanos > mostNanos) {
            refuse(OpenAiError.bodyTooSlow(mostNanos / 1_000_000_000));
        }
    }

    @Override
    public void stop() {
        refuse(OpenAiError.unavailable("This gateway is shutting down; try again.", "shutting_down", 1));
    }
}
