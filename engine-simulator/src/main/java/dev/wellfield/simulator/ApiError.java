package dev.wellfield.simulator;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error as vLLM answers it.
 *
 * @param status the HTTP status, which is also the body's code
 * @param param the field at fault, or null
 */
record ApiError(
        int status, String message, String type, @Nullable String param) {

    static ApiError badRequest(String message) {
        return new ApiError(400, message, "BadRequestError", null);
    }

    /** A value that is of the right type and still wrong. */
    static ApiError badParameter(String param, Object value, String message) {
        return new ApiError(
                400, "%s (parameter=%s, value=%s)".formatted(message, param, value), "BadRequestError", param);
    }

    static ApiError badParameter(String param, String message) {
        return new ApiError(400, "%s (parameter=%s)".formatted(message, param), "BadRequestError", param);
    }

    /** Fields of wrong type; at least one. */
    static ApiError invalid(List<Violation> violations) {
        String count = violations.size() == 1 ? "1 validation error" : violations.size() + " validation errors";
        String lines = violations.stream().map(v -> "\n  " + v.text()).collect(Collectors.joining());
        return new ApiError(
                400, count + ":" + lines, "Bad Request", violations.getFirst().location());
    }

    static ApiError unknownModel(String asked, List<String> served) {
        return new ApiError(
                404,
                "The model `%s` does not exist. Valid aliases: %s.".formatted(asked, String.join(", ", served)),
                "NotFoundError",
                "model");
    }

    static ApiError busy() {
        return new ApiError(
                503,
                "The engine is currently busy and cannot accept new requests."
                        + " Please try again later or on a different instance.",
                "Service Unavailable",
                null);
    }

    static ApiError engineDied() {
        return new ApiError(
                500,
                "EngineCore encountered an issue. See stack trace (above) for the root cause.",
                "InternalServerError",
                null);
    }

    /** vLLM's answer to a request that comes while it drains. */
    static ApiError draining() {
        return new ApiError(500, "cannot schedule new futures after shutdown", "InternalServerError", null);
    }

    static ApiError bodyTooLarge(int mostBytes) {
        return new ApiError(
                413, "The body must be at most %d bytes long.".formatted(mostBytes), "Request Entity Too Large", null);
    }

    static ApiError internal(Throwable cause) {
        return new ApiError(500, "The engine simulator failed: " + cause, "InternalServerError", null);
    }

    /** The error that a fault header asked for. */
    static ApiError simulated(int status) {
        return new ApiError(
                status,
                "Simulated by %s.".formatted(Fault.ERROR.header()),
                HttpResponseStatus.valueOf(status).reasonPhrase(),
                null);
    }

    ObjectNode json() {
        ObjectNode error = Json.object();
        error.put("message", message).put("type", type).put("param", param).put("code", status);
        ObjectNode body = Json.object();
        body.set("error", error);
        return body;
    }
}
