package dev.wellfield.gateway;

import dev.wellfield.gateway.wire.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Turns an engine's refusal into one of ours. What it has against the request is the caller's business; what has gone
 * wrong between the gateway and the engine isn't. Owned by one event loop.
 */
final class RefusalRelay implements Relay {
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_MESSAGE = 2_000;
    private static final int MOST_RETRY_AFTER = 3_600;

    private final Exchange exchange;
    private final int status;
    private final int retryAfterSeconds;
    private final Buffer body = Buffer.buffer();

    RefusalRelay(Exchange exchange, HttpClientResponse response) {
        this.exchange = exchange;
        this.status = response.statusCode();
        this.retryAfterSeconds = seconds(response.getHeader(HttpHeaders.RETRY_AFTER));
    }

    private static int seconds(@Nullable String header) {
        return header != null && header.matches("\\d{1,9}")
                ? Math.clamp(Long.parseLong(header), 0, MOST_RETRY_AFTER)
                : 0;
    }

    @Override
    public void data(Buffer bytes) {
        if (body.length() + bytes.length() <= MOST_BYTES) {
            body.appendBuffer(bytes);
        }
    }

    @Override
    public void end() {
        exchange.engineRefused(error());
    }

    private OpenAiError error() {
        JsonNode said = said();
        String message = text(said.path("message"));
        return switch (status) {
            case 429, 503 ->
                new OpenAiError(
                        status,
                        "The engine takes no more requests now%s".formatted(message == null ? "." : ": " + message),
                        status == 429 ? "requests" : "server_error",
                        null,
                        "engine_overloaded",
                        Retry.in(Math.max(1, retryAfterSeconds)));
            case 401, 403, 404, 405 ->
                OpenAiError.engineFailed("The engine doesn't know the gateway or the model: it answered %d%s"
                        .formatted(status, message == null ? "." : ": " + message));
            default ->
                status >= 400 && status < 500
                        ? OpenAiError.refusedByEngine(
                                status,
                                message == null ? "The engine refused the request with %d.".formatted(status) : message,
                                text(said.path("param")),
                                code(said, message))
                        : OpenAiError.engineFailed("The engine failed with status %d.".formatted(status));
        };
    }

    /** OpenAI's object, or the same flat, or nothing. */
    private JsonNode said() {
        try {
            JsonNode root = Json.mapper().readTree(body.getBytes());
            JsonNode error = root.path("error");
            return error.isObject() ? error : root;
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** Engines put numbers there; programs look for OpenAI's words. */
    private static @Nullable String code(JsonNode said, @Nullable String message) {
        String type = text(said.path("type"));
        boolean tooLong = "exceed_context_size_error".equals(type)
                || (message != null && message.contains("maximum context length"));
        return tooLong ? "context_length_exceeded" : text(said.path("code"));
    }

    private static @Nullable String text(JsonNode node) {
        if (!node.isString() || node.stringValue().isEmpty()) {
            return null;
        }
        String text = node.stringValue();
        return text.length() <= MOST_MESSAGE ? text : text.substring(0, MOST_MESSAGE) + "…";
    }
}
