package dev.wellfield.gateway.wire;

import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The size of a field that holds a text, a list of texts, a list of token ids, or a list of such lists. A token id is one
 * token.
 *
 * @param tokens of all prompts together, at most, without those that an engine adds
 */
record TextsSize(int prompts, long tokens) implements PromptSize {
    /** What an engine may put around a prompt: tokens that begin and end it. */
    private static final long ADDED_TOKENS = 16;

    @Override
    public long bound(long bodyBytes, long toolBytes) {
        return tokens + ADDED_TOKENS * prompts;
    }

    /**
     * Reads the field; the parser is at its beginning and is left at its end. Empty if it holds anything else; then the
     * parser is left anywhere.
     */
    static Optional<TextsSize> read(JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return Optional.of(new TextsSize(1, bytes(parser)));
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return Optional.empty();
        }
        int prompts = 0;
        long tokens = 0;
        long ids = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            switch (parser.currentToken()) {
                case VALUE_STRING -> {
                    prompts++;
                    tokens += bytes(parser);
                }
                case VALUE_NUMBER_INT -> ids++;
                case START_ARRAY -> {
                    long inner = ids(parser);
                    if (inner < 0) {
                        return Optional.empty();
                    }
                    prompts++;
                    tokens += inner;
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
        if (ids > 0 && prompts > 0) {
            return Optional.empty();
        }
        return Optional.of(ids > 0 ? new TextsSize(1, ids) : new TextsSize(prompts, tokens));
    }

    /** Of a text as JSON writes it: never fewer than it has in UTF-8. */
    private static long bytes(JsonParser parser) {
        long from = parser.currentTokenLocation().getByteOffset();
        parser.finishToken();
        return parser.currentLocation().getByteOffset() - from;
    }

    /** How many ids a list holds; negative if it holds anything else. */
    private static long ids(JsonParser parser) {
        long ids = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                return -1;
            }
            ids++;
        }
        return ids;
    }
}
