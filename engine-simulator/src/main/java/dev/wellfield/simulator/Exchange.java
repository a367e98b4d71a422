package dev.wellfield.simulator;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One HTTP request and its response. Owned by the event loop. */
final class Exchange {

    /** Bodies beyond this get 413. */
    static final int MOST_BODY_BYTES = 32 * 1024 * 1024;

    private static final String SERVER = "wellfield-engine-simulator";

    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private @Nullable Runnable leave;
    private boolean closed;

    Exchange(HttpServerRequest request, SimulatorOptions options) {
        this.request = request;
        this.response = request.response();
        response.putHeader("server", SERVER);
        if (options.enableRequestIdHeaders()) {
            String asked = request.getHeader("x-request-id");
            response.putHeader("x-request-id", asked == null ? newId() + newId() : asked);
        }
        response.exceptionHandler(e -> {
            // A broken connection also closes, which is handled there.
        });
        response.closeHandler(v -> left());
    }

    /** Counts this exchange when it is over, however it ends. */
    void count(HttpCounters counters, String handler) {
        long began = System.nanoTime();
        response.endHandler(v -> counters.served(
                handler,
                request.method().name(),
                response.getStatusCode(),
                length(request.getHeader("content-length")),
                length(response.headers().get("content-length")),
                (System.nanoTime() - began) / 1e9));
    }

    private static long length(@Nullable String header) {
        return header == null ? 0 : Long.parseLong(header);
    }

    HttpServerRequest request() {
        return request;
    }

    HttpServerResponse response() {
        return response;
    }

    /** The caller's X-Request-Id, else a new id. */
    String id() {
        String asked = request.getHeader("x-request-id");
        return asked == null ? newId() : asked;
    }

    private static String newId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** Hands on the request's JSON object once it is all there; answers what is no JSON object, or too long, itself. */
    void onJson(Consumer<ObjectNode> then) {
        Buffer bytes = Buffer.buffer();
        request.handler(part -> {
            if (bytes.length() + (long) part.length() <= MOST_BODY_BYTES) {
                bytes.appendBuffer(part);
            } else if (!response.ended()) {
                response.putHeader("connection", "close");
                error(ApiError.bodyTooLarge(MOST_BODY_BYTES));
            }
        });
        request.endHandler(v -> {
            if (!response.ended()) {
                guarded(() -> answer(JsonBody.read(request.getHeader("content-type"), bytes), then));
            }
        });
    }

    /** Goes on with what was accepted, or answers why it wasn't. */
    <T> void answer(Outcome<T> outcome, Consumer<T> then) {
        switch (outcome) {
            case Outcome.Accepted<T>(T value) -> then.accept(value);
            case Outcome.Refused<T>(ApiError error) -> error(error);
        }
    }

    /** A bug in the work costs this answer, and nobody else's. */
    void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            error(ApiError.internal(e));
        }
    }

    /** What to do when the caller closes the connection before the response has ended. */
    void onLeave(Runnable action) {
        leave = action;
        if (closed) {
            action.run();
        }
    }

    private void left() {
        closed = true;
        if (leave != null && !response.ended()) {
            leave.run();
        }
    }

    void empty(int status) {
        send(status, null, Buffer.buffer());
    }

    void json(int status, JsonNode body) {
        send(status, "application/json", Buffer.buffer(Json.write(body)));
    }

    void error(ApiError error) {
        json(error.status(), error.json());
    }

    void text(String contentType, String body) {
        send(200, contentType, Buffer.buffer(body));
    }

    private void send(int status, @Nullable String contentType, Buffer body) {
        if (closed || response.ended()) {
            return;
        }
        response.setStatusCode(status);
        if (contentType != null) {
            response.putHeader("content-type", contentType);
        }
        response.putHeader("content-length", Integer.toString(body.length()));
        response.end(body);
    }

    /** Closes the socket as it is, in the middle of whatever was being said. */
    void die() {
        request.connection().close();
    }
}
