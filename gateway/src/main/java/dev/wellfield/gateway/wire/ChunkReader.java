package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.TokenCount;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one event of a stream, token by token. */
final class ChunkReader {
    private final byte[] json;
    private final JsonParser parser;

    private boolean hasChoices;
    private int index;
    private boolean hasText;
    private @Nullable String finishReason;
    private @Nullable TokenCount usage;
    private @Nullable TokenCount timings;
    private @Nullable String error;
    private @Nullable Span usageAt;
    private @Nullable Span usageValueAt;
    private @Nullable Span timingsAt;

    private ChunkReader(byte[] json, int length) {
        this.json = json;
        this.parser = Json.parser(json, length);
    }

    /** Empty if the bytes are no JSON object. */
    static Optional<Chunk> read(byte[] json, int length) {
        ChunkReader reader = new ChunkReader(json, length);
        try (JsonParser parser = reader.parser) {
            return parser.nextToken() == JsonToken.START_OBJECT ? Optional.of(reader.chunk()) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private Chunk chunk() {
        int start = offset();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            int nameStart = offset();
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            int valueStart = offset();
            switch (name) {
                case "choices" -> choices(value);
                case "usage" -> {
                    usage = value == JsonToken.START_OBJECT ? UsageReader.usage(parser) : none();
                    usageValueAt = new Span(valueStart, end());
                    usageAt = Span.member(json, start, nameStart, end());
                }
                case "timings" -> {
                    timings = value == JsonToken.START_OBJECT ? UsageReader.timings(parser) : none();
                    timingsAt = Span.member(json, start, nameStart, end());
                }
                case "error" -> error(value);
                default -> parser.skipChildren();
            }
        }
        int end = offset();
        return new Chunk(
                hasChoices, index, hasText, finishReason, usage, timings, error, usageAt, usageValueAt, timingsAt, end);
    }

    private @Nullable TokenCount none() {
        parser.skipChildren();
        return null;
    }

    private void choices(JsonToken value) {
        if (value != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                choice(!hasChoices);
                hasChoices = true;
            } else {
                parser.skipChildren();
            }
        }
    }

    private void choice(boolean first) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("index") && value == JsonToken.VALUE_NUMBER_INT && first) {
                index = Math.clamp(UsageReader.number(parser), -1, Integer.MAX_VALUE);
            } else if (name.equals("finish_reason") && value == JsonToken.VALUE_STRING) {
                finishReason = parser.getString();
            } else if (name.equals("delta") && value == JsonToken.START_OBJECT) {
                delta();
            } else if (name.equals("text") && value == JsonToken.VALUE_STRING) {
                hasText |= parser.getStringLength() > 0;
            } else {
                parser.skipChildren();
            }
        }
    }

    /** The role alone is no text; anything else that isn't empty is: content, a refusal, a call, reasoning. */
    private void delta() {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean role = parser.currentName().equals("role");
            JsonToken value = parser.nextToken();
            boolean something = switch (value) {
                case VALUE_STRING -> parser.getStringLength() > 0;
                case START_OBJECT, START_ARRAY -> true;
                default -> false;
            };
            hasText |= something && !role;
            parser.skipChildren();
        }
    }

    private void error(JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        error = "";
        if (value == JsonToken.VALUE_STRING) {
            error = parser.getString();
        } else if (value == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean message = parser.currentName().equals("message");
                if (parser.nextToken() == JsonToken.VALUE_STRING && message) {
                    error = parser.getString();
                }
                parser.skipChildren();
            }
        } else {
            parser.skipChildren();
        }
    }

    private int offset() {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Behind the current token. */
    private int end() {
        parser.finishToken();
        return (int) parser.currentLocation().getByteOffset();
    }
}
