package dev.wellfield.gateway;

import dev.wellfield.gateway.wire.BodyReading;
import dev.wellfield.gateway.wire.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as OpenAI's clients know it.
 *
 * @param param the field that is at fault; null if there is none
 * @param code for programs; null if the type says it all
 * @param retryAfterSeconds when to try again; 0 says nothing about it
 */
record OpenAiError(
        int status,
        String message,
        String type,
        @Nullable String param,
        @Nullable String code,
        int retryAfterSeconds) {
    private static final String INVALID_REQUEST = "invalid_request_error";
    private static final String SERVER = "server_error";

    static OpenAiError noKey() {
        return new OpenAiError(
                401,
                "An API key is missing: send it as 'Authorization: Bearer KEY'.",
                INVALID_REQUEST,
                null,
                "invalid_api_key",
                0);
    }

    static OpenAiError wrongKey(String masked) {
        return new OpenAiError(
                401,
                "Incorrect API key provided: %s. It is unknown or has been revoked.".formatted(masked),
                INVALID_REQUEST,
                null,
                "invalid_api_key",
                0);
    }

    static OpenAiError expiredKey(String name, String at) {
        return new OpenAiError(
                401,
                "The API key '%s' expired at %s; ask for a new one.".formatted(name, at),
                INVALID_REQUEST,
                null,
                "invalid_api_key",
                0);
    }

    static OpenAiError noModel(String name) {
        return new OpenAiError(
                404,
                "The model '%s' does not exist, or this API key may not call it; GET /v1/models lists those it may."
                        .formatted(clip(name)),
                INVALID_REQUEST,
                "model",
                "model_not_found",
                0);
    }

    static OpenAiError noPath(String method, String path) {
        return new OpenAiError(
                404, "There is no %s %s here.".formatted(method, clip(path)), INVALID_REQUEST, null, "unknown_url", 0);
    }

    static OpenAiError noMethod(String method, String path, String right) {
        return new OpenAiError(
                405,
                "%s is not allowed on %s; it must be %s.".formatted(method, path, right),
                INVALID_REQUEST,
                null,
                "method_not_allowed",
                0);
    }

    static OpenAiError badBody(BodyReading.Bad bad) {
        return badField(bad.message(), bad.param(), bad.code());
    }

    static OpenAiError badField(String message, @Nullable String param, @Nullable String code) {
        return new OpenAiError(400, message, INVALID_REQUEST, param, code, 0);
    }

    static OpenAiError bodyTooLarge(int most) {
        return new OpenAiError(
                413,
                "The body is larger than %d bytes, the most that is taken.".formatted(most),
                INVALID_REQUEST,
                null,
                "request_too_large",
                0);
    }

    static OpenAiError bodyTooSlow(long seconds) {
        return new OpenAiError(
                408, "The body was not there within %d s.".formatted(seconds), INVALID_REQUEST, null, "timeout", 0);
    }

    static OpenAiError tooManyRequests(String whose, int limit) {
        return new OpenAiError(
                429,
                "%s may have %d requests at a time, and has.".formatted(whose, limit),
                "requests",
                null,
                "rate_limit_exceeded",
                1);
    }

    static OpenAiError enginesBusy(String model, String why) {
        return new OpenAiError(
                429,
                "All engines of the model '%s' are busy: %s.".formatted(model, why),
                "requests",
                null,
                "engine_overloaded",
                2);
    }

    static OpenAiError noEngine(String model) {
        return unavailable(
                "No engine serves the model '%s' now; one that was just started may need a moment.".formatted(model),
                "no_engine",
                5);
    }

    static OpenAiError noEngineWell(String model, long seconds) {
        return unavailable(
                "No engine of the model '%s' is well; waited %d s.".formatted(model, seconds), "no_engine", 5);
    }

    static OpenAiError shuttingDown() {
        return unavailable("This gateway is shutting down; try again.", "shutting_down", 1);
    }

    static OpenAiError notJournaled() {
        return unavailable(
                "The gateway couldn't record the answer's usage, so the answer ends here.", "journal_unavailable", 2);
    }

    static OpenAiError unavailable(String message, String code, int retryAfterSeconds) {
        return new OpenAiError(503, message, SERVER, null, code, retryAfterSeconds);
    }

    static OpenAiError engineFailed(String message) {
        return new OpenAiError(502, message, SERVER, null, "engine_failed", 0);
    }

    static OpenAiError bug() {
        return new OpenAiError(500, "The gateway failed; its log says why.", SERVER, null, "internal_error", 0);
    }

    static OpenAiError deadline(String message) {
        return new OpenAiError(504, message, SERVER, null, "deadline_exceeded", 0);
    }

    /** What an engine says against the request itself. */
    static OpenAiError refusedByEngine(int status, String message, @Nullable String param, @Nullable String code) {
        return new OpenAiError(status, message, INVALID_REQUEST, param, code, 0);
    }

    byte[] json() {
        Map<String, @Nullable String> error = new LinkedHashMap<>();
        error.put("message", message);
        error.put("type", type);
        error.put("param", param);
        error.put("code", code);
        return Json.write(Map.of("error", error));
    }

    private static String clip(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
