package dev.wellfield.gateway;

import dev.wellfield.core.serving.Allowances.Admission;
import dev.wellfield.core.serving.Allowances.Measure;
import dev.wellfield.core.serving.KeyScope;
import dev.wellfield.gateway.wire.BodyReading;
import dev.wellfield.gateway.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as OpenAI's clients know it.
 *
 * @param param the field that is at fault; null if there is none
 * @param code for programs; null if the type says it all
 * @param retry whether and when to try again
 */
record OpenAiError(
        int status,
        String message,
        String type,
        @Nullable String param,
        @Nullable String code,
        Retry retry) {
    private static final String INVALID_REQUEST = "invalid_request_error";
    private static final String SERVER = "server_error";

    static OpenAiError noKey() {
        return new OpenAiError(
                401,
                "An API key is missing: send it as 'Authorization: Bearer KEY'.",
                INVALID_REQUEST,
                null,
                "invalid_api_key",
                Retry.UNSAID);
    }

    static OpenAiError wrongKey(String masked) {
        return new OpenAiError(
                401,
                "Incorrect API key provided: %s. It is unknown or has been revoked.".formatted(masked),
                INVALID_REQUEST,
                null,
                "invalid_api_key",
                Retry.UNSAID);
    }

    static OpenAiError expiredKey(String name, String at) {
        return new OpenAiError(
                401,
                "The API key '%s' expired at %s; ask for a new one.".formatted(name, at),
                INVALID_REQUEST,
                null,
                "invalid_api_key",
                Retry.UNSAID);
    }

    static OpenAiError noModel(String name) {
        return new OpenAiError(
                404,
                "The model '%s' does not exist, or this API key may not call it; GET /v1/models lists those it may."
                        .formatted(clip(name)),
                INVALID_REQUEST,
                "model",
                "model_not_found",
                Retry.UNSAID);
    }

    static OpenAiError noPath(String method, String path) {
        return new OpenAiError(
                404,
                "There is no %s %s here.".formatted(method, clip(path)),
                INVALID_REQUEST,
                null,
                "unknown_url",
                Retry.UNSAID);
    }

    static OpenAiError noMethod(String method, String path, String right) {
        return new OpenAiError(
                405,
                "%s is not allowed on %s; it must be %s.".formatted(method, path, right),
                INVALID_REQUEST,
                null,
                "method_not_allowed",
                Retry.UNSAID);
    }

    static OpenAiError badBody(BodyReading.Bad bad) {
        return badField(bad.message(), bad.param(), bad.code());
    }

    static OpenAiError badField(String message, @Nullable String param, @Nullable String code) {
        return new OpenAiError(400, message, INVALID_REQUEST, param, code, Retry.UNSAID);
    }

    static OpenAiError bodyTooLarge(int most) {
        return new OpenAiError(
                413,
                "The body is larger than %d bytes, the most that is taken.".formatted(most),
                INVALID_REQUEST,
                null,
                "request_too_large",
                Retry.UNSAID);
    }

    static OpenAiError bodyTooSlow(long seconds) {
        return new OpenAiError(
                408,
                "The body was not there within %d s.".formatted(seconds),
                INVALID_REQUEST,
                null,
                "timeout",
                Retry.UNSAID);
    }

    static OpenAiError noScope(String key, KeyScope scope) {
        return new OpenAiError(
                403,
                "The API key '%s' may not be used for this: it lacks the scope '%s'.".formatted(key, scope.wireName()),
                INVALID_REQUEST,
                null,
                "missing_scope",
                Retry.UNSAID);
    }

    /** @param paths where the model can be asked */
    static OpenAiError wrongEndpoint(String model, String path, List<String> paths) {
        return new OpenAiError(
                404,
                "The model '%s' is not served at %s. Did you mean %s?"
                        .formatted(model, path, String.join(" or ", paths)),
                INVALID_REQUEST,
                "model",
                "model_not_supported",
                Retry.UNSAID);
    }

    /** @param whose limit it is, in words */
    static OpenAiError limited(String whose, String model, Admission.Refused refused) {
        Retry retry = Retry.inNanos(refused.retryNanos());
        String what = switch (refused.measure()) {
            case CONCURRENT_REQUESTS -> "requests at a time";
            case REQUESTS_PER_MINUTE -> "requests per min (RPM)";
            case TOKENS_PER_MINUTE -> "tokens per min (TPM)";
        };
        boolean tokens = refused.measure() == Measure.TOKENS_PER_MINUTE;
        return new OpenAiError(
                429,
                "Rate limit reached for %s by %s on %s: Limit %d%s. Please try again in %s."
                        .formatted(
                                model,
                                whose,
                                what,
                                refused.limit(),
                                tokens ? ", Requested " + refused.asked() : "",
                                GoDuration.ofNanos(refused.retryNanos())),
                tokens ? "tokens" : "requests",
                null,
                "rate_limit_exceeded",
                retry);
    }

    /** @param whose limit it is, in words */
    static OpenAiError tooManyTokens(String whose, String model, Admission.TooLarge large) {
        return new OpenAiError(
                429,
                "Request too large for %s by %s on tokens per min (TPM): Limit %d, Requested %d. The input or output tokens must be reduced in order to run successfully."
                        .formatted(model, whose, large.limit(), large.asked()),
                "tokens",
                null,
                "rate_limit_exceeded",
                Retry.NEVER);
    }

    static OpenAiError enginesBusy(String model, String why) {
        return new OpenAiError(
                429,
                "All engines of the model '%s' are busy: %s.".formatted(model, why),
                "requests",
                null,
                "engine_overloaded",
                Retry.in(2));
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
        return new OpenAiError(503, message, SERVER, null, code, Retry.in(retryAfterSeconds));
    }

    static OpenAiError engineFailed(String message) {
        return new OpenAiError(502, message, SERVER, null, "engine_failed", Retry.UNSAID);
    }

    static OpenAiError bug() {
        return new OpenAiError(
                500, "The gateway failed; its log says why.", SERVER, null, "internal_error", Retry.UNSAID);
    }

    static OpenAiError deadline(String message) {
        return new OpenAiError(504, message, SERVER, null, "deadline_exceeded", Retry.UNSAID);
    }

    /** What an engine says against the request itself. */
    static OpenAiError refusedByEngine(int status, String message, @Nullable String param, @Nullable String code) {
        return new OpenAiError(status, message, INVALID_REQUEST, param, code, Retry.UNSAID);
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
