package dev.wellfield.simulator;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields that chat and completion requests share, of the right types but not yet checked against the engine.
 *
 * @param model the served name asked for, or null for the engine's own
 * @param maxTokens what was asked for, or {@link #UNLIMITED}
 */
record Wishes(
        @Nullable String model,
        boolean stream,
        boolean streamOptions,
        UsageReport report,
        long choices,
        long maxTokens,
        String maxTokensField,
        long minTokens,
        double temperature,
        double topP,
        long seed,
        List<String> stops,
        boolean stopIncluded,
        Answer.Ending ending,
        String cacheSalt) {

    static final long UNLIMITED = Long.MAX_VALUE;

    static final int MOST_CHOICES = 16_384;
    private static final String END_TOKEN = Integer.toString(Tokenizer.END_OF_TEXT);

    static Wishes read(Fields fields, long maxTokens, String maxTokensField) {
        Optional<Fields> streamOptions = fields.object("stream_options");
        boolean includeUsage = streamOptions
                .map(options -> options.flag("include_usage", false))
                .orElse(false);
        boolean continuous = streamOptions
                .map(options -> options.flag("continuous_usage_stats", false))
                .orElse(false);
        return new Wishes(
                fields.text("model").orElse(null),
                fields.flag("stream", false),
                streamOptions.isPresent(),
                // continuous_usage_stats alone does nothing.
                !includeUsage ? UsageReport.NONE : continuous ? UsageReport.CONTINUOUS : UsageReport.FINAL,
                fields.integer("n").orElse(1),
                maxTokens,
                maxTokensField,
                fields.integer("min_tokens").orElse(0),
                fields.number("temperature").orElse(1),
                fields.number("top_p").orElse(1),
                fields.integer("seed").orElse(0),
                fields.texts("stop"),
                fields.flag("include_stop_str_in_output", false),
                ending(fields),
                fields.text("cache_salt").orElse(""));
    }

    private static Answer.Ending ending(Fields fields) {
        boolean favoured = false;
        if (fields.has("logit_bias")) {
            var bias = fields.node("logit_bias").orElseThrow();
            if (bias.isObject()) {
                favoured = bias.path(END_TOKEN).asDouble(0) >= 100;
            } else {
                fields.violate("dict_type", "logit_bias", "Input should be a valid dictionary", bias);
            }
        }
        if (fields.flag("ignore_eos", false)) {
            return Answer.Ending.NEVER;
        }
        return favoured ? Answer.Ending.AT_ONCE : Answer.Ending.NATURAL;
    }

    /** What is wanted for one prompt, if vLLM would take it. */
    Outcome<Sampling> sampling(Prompt prompt, int maxModelLen) {
        if (choices < 1) {
            return refuse("n must be at least 1, got %d.".formatted(choices));
        }
        if (choices > MOST_CHOICES) {
            return refuse("n must be at most %d, got %d.".formatted(MOST_CHOICES, choices));
        }
        if (temperature < 0) {
            return refuse(
                    "temperature", temperature, "temperature must be non-negative, got %s.".formatted(temperature));
        }
        if (temperature > 2) {
            return refuse("temperature", temperature, "temperature must be in [0, 2], got %s.".formatted(temperature));
        }
        if (topP <= 0 || topP > 1) {
            return refuse("top_p", topP, "top_p must be in (0, 1], got %s.".formatted(topP));
        }
        long effective = Math.min(maxTokens, maxModelLen - prompt.length());
        if (effective < 1) {
            return refuse("max_tokens", effective, "max_tokens must be at least 1, got %d.".formatted(effective));
        }
        if (minTokens < 0) {
            return refuse("min_tokens must be greater than or equal to 0, got %d.".formatted(minTokens));
        }
        if (minTokens > effective) {
            return refuse(
                    "min_tokens must be less than or equal to max_tokens=%d, got %d.".formatted(effective, minTokens));
        }
        if (stops.contains("")) {
            return refuse("stop cannot contain an empty string.");
        }
        if (temperature == 0 && choices > 1) {
            return refuse("n must be 1 when using greedy sampling, got %d.".formatted(choices));
        }
        return Outcome.of(new Sampling(
                (int) choices, (int) effective, (int) minTokens, stops, stopIncluded, ending, seed, cacheSalt));
    }

    private static Outcome<Sampling> refuse(String message) {
        return Outcome.refuse(ApiError.badRequest(message));
    }

    private static Outcome<Sampling> refuse(String param, Object value, String message) {
        return Outcome.refuse(ApiError.badParameter(param, value, message));
    }
}
