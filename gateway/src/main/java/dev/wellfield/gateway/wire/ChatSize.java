package dev.wellfield.gateway.wire;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The size of a conversation. Images and sounds have tokens of their own, which bytes don't bound.
 *
 * @param messages how many there are
 * @param textAlone nothing but text is in them
 */
record ChatSize(int messages, boolean textAlone) implements PromptSize {
    /** A template's own words: a default system prompt, the date. */
    private static final long TEMPLATE_TOKENS = 256;

    private static final long TOKENS_PER_MESSAGE = 32;
    /** Templates write tools out again, some of them indented. */
    private static final long TIMES_TOOL_BYTES = 3;

    @Override
    public int prompts() {
        return 1;
    }

    @Override
    public long bound(long bodyBytes, long toolBytes) {
        return textAlone
                ? bodyBytes + TIMES_TOOL_BYTES * toolBytes + TEMPLATE_TOKENS + TOKENS_PER_MESSAGE * messages
                : Long.MAX_VALUE;
    }

    /** Reads a list of messages; the parser is at its beginning and is left at its end. */
    static ChatSize read(JsonParser parser) {
        int messages = 0;
        boolean textAlone = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            messages++;
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                textAlone &= isText(parser);
            } else {
                parser.skipChildren();
            }
        }
        return new ChatSize(messages, textAlone);
    }

    private static boolean isText(JsonParser message) {
        boolean textAlone = true;
        while (message.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean content = message.currentName().equals("content");
            if (message.nextToken() == JsonToken.START_ARRAY && content) {
                textAlone &= partsAreText(message);
            } else {
                message.skipChildren();
            }
        }
        return textAlone;
    }

    private static boolean partsAreText(JsonParser parts) {
        boolean textAlone = true;
        while (parts.nextToken() != JsonToken.END_ARRAY) {
            if (parts.currentToken() == JsonToken.START_OBJECT) {
                textAlone &= partIsText(parts);
            } else {
                parts.skipChildren();
            }
        }
        return textAlone;
    }

    private static boolean partIsText(JsonParser part) {
        boolean text = false;
        boolean other = false;
        while (part.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = part.currentName();
            JsonToken value = part.nextToken();
            if (name.equals("text") || name.equals("refusal")) {
                text = true;
            } else if (!name.equals("type") && !name.equals("cache_control")) {
                other = true;
            }
            if (value.isStructStart()) {
                part.skipChildren();
            }
        }
        return text && !other;
    }
}
