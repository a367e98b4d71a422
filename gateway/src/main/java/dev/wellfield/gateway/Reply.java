package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.Budget;
import dev.wellfield.core.serving.Allowances.Standing;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answer to one caller. Owned by one event loop. */
final class Reply {
    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");
    private static final CharSequence RETRY_AFTER_MS = HttpHeaders.createOptimized("retry-after-ms");
    private static final CharSequence SHOULD_RETRY = HttpHeaders.createOptimized("x-should-retry");
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence EVENTS = HttpHeaders.createOptimized("text/event-stream; charset=utf-8");
    private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");

    private static final String EXPOSED = "x-request-id, retry-after, retry-after-ms, x-should-retry,"
            + " x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests,"
            + " x-ratelimit-limit-tokens, x-ratelimit-remaining-tokens, x-ratelimit-reset-tokens";

    private final HttpServerRequest request;
    private final HttpServerResponse response;

    Reply(HttpServerRequest request, UUID id) {
        this.request = request;
        this.response = request.response();
        response.putHeader(REQUEST_ID, id.toString());
    }

    HttpServerRequest request() {
        return request;
    }

    /** Runs {@code then} if the caller leaves before the answer has ended. */
    void onLeave(Runnable then) {
        response.exceptionHandler(e -> {
            // A broken connection also closes, which is handled below.
        });
        response.closeHandler(closed -> {
            if (!response.ended()) {
                then.run();
            }
        });
    }

    boolean begun() {
        return response.headWritten();
    }

    /** The status that the caller has got or will get. */
    int status() {
        return response.getStatusCode();
    }

    void json(int status, byte[] body) {
        whole(status, JSON, Buffer.buffer(body));
    }

    void whole(int status, CharSequence contentType, Buffer body) {
        if (response.ended() || response.closed()) {
            return;
        }
        response.setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, contentType)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()))
                .end(body);
    }

    void error(OpenAiError error) {
        if (response.ended() || response.closed()) {
            return;
        }
        Retry retry = error.retry();
        if (retry.afterMillis() > 0) {
            response.putHeader(HttpHeaders.RETRY_AFTER, Long.toString(retry.afterSeconds()));
            response.putHeader(RETRY_AFTER_MS, Long.toString(retry.afterMillis()));
        }
        if (!retry.sensible()) {
            response.putHeader(SHOULD_RETRY, "false");
        }
        json(error.status(), error.json());
    }

    /** Lets a page of that origin read the answer. */
    void allowOrigin(String origin) {
        response.putHeader("access-control-allow-origin", origin)
                .putHeader("access-control-expose-headers", EXPOSED)
                .putHeader(HttpHeaders.VARY, "origin");
    }

    /** Answers a browser's question whether a page may send a request. */
    void preflight() {
        response.putHeader("access-control-allow-methods", "GET, POST")
                .putHeader("access-control-allow-headers", "authorization, content-type")
                .putHeader("access-control-max-age", "600")
                .setStatusCode(204)
                .end();
    }

    /** Says what is left of the caller's limits. */
    void standing(Standing standing) {
        budget("requests", standing.requests());
        budget("tokens", standing.tokens());
    }

    private void budget(String what, @Nullable Budget budget) {
        if (budget != null) {
            response.putHeader("x-ratelimit-limit-" + what, Long.toString(budget.limit()));
            response.putHeader("x-ratelimit-remaining-" + what, Long.toString(budget.remaining()));
            response.putHeader("x-ratelimit-reset-" + what, GoDuration.ofNanos(budget.resetNanos()));
        }
    }

    /** Says which methods there are. */
    void allow(String methods) {
        response.putHeader(HttpHeaders.ALLOW, methods);
    }

    void beginEvents() {
        response.setStatusCode(200)
                .putHeader(HttpHeaders.CONTENT_TYPE, EVENTS)
                .putHeader(HttpHeaders.CACHE_CONTROL, NO_CACHE)
                .putHeader("x-accel-buffering", "no")
                .setChunked(true);
    }

    /** Begins an answer in one piece that is too long to hold. */
    void beginLong(CharSequence contentType, @Nullable String contentLength) {
        response.setStatusCode(200).putHeader(HttpHeaders.CONTENT_TYPE, contentType);
        if (contentLength == null) {
            response.setChunked(true);
        } else {
            response.putHeader(HttpHeaders.CONTENT_LENGTH, contentLength);
        }
    }

    void write(Buffer bytes) {
        if (!response.closed()) {
            response.write(bytes);
        }
    }

    void end(Buffer last) {
        if (!response.ended() && !response.closed()) {
            response.end(last);
        }
    }

    /**
     * Tells of an error in the middle of a stream, and ends it. The event's name and its data say it twice, since clients
     * look for one or the other.
     */
    void endWithErrorEvent(OpenAiError error) {
        Buffer event = Buffer.buffer("event: error\ndata: ");
        event.appendBytes(error.json());
        end(event.appendBytes("\n\n".getBytes(StandardCharsets.US_ASCII)));
    }

    /** Whether the caller is slower than what comes. */
    boolean isFull() {
        return response.writeQueueFull();
    }

    /** Runs {@code then} when the caller has caught up. */
    void onDrain(Runnable then) {
        response.drainHandler(drained -> then.run());
    }

    /** Cuts the connection: the only way to say that what has been sent isn't whole. */
    void cut() {
        if (!response.ended()) {
            request.connection().close();
        }
    }
}
