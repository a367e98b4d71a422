package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.TokenCount;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads token counts. A parser is taken at the beginning of an object and left at its end. */
final class UsageReader {
    /** Far beyond any real count, and sums of it don't overflow. */
    private static final long MOST = 1L << 40;

    private UsageReader() {}

    /** The standard object; null if it has neither of the two counts. */
    static @Nullable TokenCount usage(JsonParser parser) {
        long prompt = -1;
        long completion = -1;
        long cached = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_NUMBER_INT && name.equals("prompt_tokens")) {
                prompt = count(parser);
            } else if (value == JsonToken.VALUE_NUMBER_INT && name.equals("completion_tokens")) {
                completion = count(parser);
            } else if (value == JsonToken.START_OBJECT && name.equals("prompt_tokens_details")) {
                cached = cached(parser);
            } else {
                parser.skipChildren();
            }
        }
        if (prompt < 0 && completion < 0) {
            return null;
        }
        return new TokenCount(Math.max(0, prompt), Math.min(cached, Math.max(0, prompt)), Math.max(0, completion));
    }

    private static long cached(JsonParser parser) {
        long cached = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean it = parser.currentName().equals("cached_tokens");
            if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && it) {
                cached = count(parser);
            } else {
                parser.skipChildren();
            }
        }
        return cached;
    }

    /** llama.cpp's own count: of the prompt it says what was cached and what was computed. */
    static @Nullable TokenCount timings(JsonParser parser) {
        long cached = 0;
        long computed = -1;
        long completion = -1;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NUMBER_INT) {
                parser.skipChildren();
                continue;
            }
            switch (name) {
                case "cache_n" -> cached = count(parser);
                case "prompt_n" -> computed = count(parser);
                case "predicted_n" -> completion = count(parser);
                default -> {}
            }
        }
        return computed < 0 || completion < 0 ? null : new TokenCount(cached + computed, cached, completion);
    }

    /** Of a whole JSON object by itself. */
    static Optional<TokenCount> usage(byte[] json) {
        try (JsonParser parser = Json.parser(json, json.length)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? Optional.ofNullable(usage(parser)) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static long count(JsonParser parser) {
        return Math.clamp(number(parser), 0, MOST);
    }

    /** An integer; one that fits no long is taken as the nearest that does. */
    static long number(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            default -> parser.getBigIntegerValue().signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        };
    }
}
