package dev.wellfield.server.rest;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Holds a request's body back until somebody is let in, then collects it up to a limit. Its state belongs to the event
 * loop; only {@link #read} and {@link #release} are called by the request's thread.
 */
final class BodyReader {
    /** What is thrown away after an early answer, so that the caller gets to read it, before the connection is closed. */
    private static final int MAX_DISCARDED_BYTES = 16 << 20;

    private static final long MAX_DISCARDING_MS = 2000;

    private final HttpServerRequest request;
    private final Context context;
    private final InFlight inFlight;
    private final CompletableFuture<byte[]> done = new CompletableFuture<>();
    private final Buffer collected = Buffer.buffer();
    private int held;
    private boolean ended;

    private BodyReader(HttpServerRequest request, Context context, InFlight inFlight) {
        this.request = request;
        this.context = context;
        this.inFlight = inFlight;
    }

    /** Called on the event loop as soon as the request is there. */
    static BodyReader of(HttpServerRequest request, Context context, InFlight inFlight) {
        BodyReader reader = new BodyReader(request, context, inFlight);
        if (hasBody(request)) {
            request.pause();
        } else {
            reader.ended = true;
            reader.done.complete(new byte[0]);
        }
        return reader;
    }

    private static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        return request.headers().contains("Transfer-Encoding") || (length != null && !length.equals("0"));
    }

    /**
     * The whole body.
     *
     * @throws ProblemException 413 beyond {@code limit} bytes, 503 when all requests together hold too much
     * @throws ClientGone when the caller leaves before its end
     */
    byte[] read(int limit) throws InterruptedException {
        if (!done.isDone()) {
            context.runOnContext(it -> collect(limit));
        }
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProblemException problem ? problem : new ClientGone();
        }
    }

    private void collect(int limit) {
        if (done.isDone()) {
            return;
        }
        if (announcedBytes() > limit) {
            done.completeExceptionally(tooLarge(limit));
            return;
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
        request.handler(chunk -> take(chunk, limit));
        request.endHandler(it -> {
            ended = true;
            done.complete(collected.getBytes());
        });
        request.resume();
    }

    private long announcedBytes() {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private void take(Buffer chunk, int limit) {
        if (done.isDone()) {
            return;
        }
        if (collected.length() + chunk.length() > limit) {
            refuse(tooLarge(limit));
        } else if (!inFlight.tryBytes(chunk.length())) {
            refuse(InFlight.full("bytes of requests").exception());
        } else {
            held += chunk.length();
            collected.appendBuffer(chunk);
        }
    }

    private void refuse(ProblemException problem) {
        request.pause();
        done.completeExceptionally(problem);
    }

    private static ProblemException tooLarge(int limit) {
        return Problem.of(
                        413,
                        "body-too-large",
                        "The body is too large",
                        String.format(Locale.ROOT, "At most %,d bytes are taken here.", limit))
                .exception();
    }

    /** The caller has left. */
    void leave() {
        done.completeExceptionally(new ClientGone());
    }

    /** The request's thread has no more use of the bytes. */
    void release() {
        context.runOnContext(it -> {
            inFlight.endBytes(held);
            held = 0;
        });
    }

    /** The answer is on its way: what is left of the body is thrown away, within bounds. */
    void discard() {
        if (ended) {
            return;
        }
        done.completeExceptionally(new ClientGone());
        long timer = context.owner().setTimer(MAX_DISCARDING_MS, it -> close(null));
        int[] discarded = {0};
        request.handler(chunk -> {
            discarded[0] += chunk.length();
            if (discarded[0] > MAX_DISCARDED_BYTES) {
                close(timer);
            }
        });
        request.endHandler(it -> context.owner().cancelTimer(timer));
        request.resume();
    }

    private void close(@Nullable Long timer) {
        if (timer != null) {
            context.owner().cancelTimer(timer);
        }
        request.connection().close();
    }
}
