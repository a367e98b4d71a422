package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.CallKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Reads a request once, token by token: what the gateway must know, and where each member is. Strict: one JSON object
 * in UTF-8, nothing after it, no member twice, no deeper than {@link Json#MOST_DEPTH}.
 */
public final class CallBodyReader {
    private static final String INVALID_TYPE = "invalid_type";
    private static final String INVALID_VALUE = "invalid_value";
    private static final String MISSING = "missing_required_parameter";

    /** Prompts in one request, and answers to all of them: OpenAI's own limit for embeddings. */
    private static final int MOST_PROMPTS = 2_048;

    private final byte[] json;
    private final CallShape shape;
    private final int mostChoices;
    private final JsonParser parser;
    private final List<RawObject.Member> members = new ArrayList<>();

    private @Nullable String model;
    private boolean stream;
    private boolean streamOptions;
    private UsageWish usage = UsageWish.NONE;
    private int choices = 1;
    private OptionalLong bestOf = OptionalLong.empty();
    private OptionalLong maxTokens = OptionalLong.empty();
    private OptionalLong maxCompletionTokens = OptionalLong.empty();
    private @Nullable PromptSize prompt;
    private int toolBytes;

    /** Ends the reading of a body that can't be taken. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient BodyReading.Bad bad;

        Refusal(BodyReading.Bad bad) {
            super(bad.message(), null, false, false);
            this.bad = bad;
        }
    }

    private CallBodyReader(byte[] json, CallShape shape, int mostChoices) {
        this.json = json;
        this.shape = shape;
        this.mostChoices = mostChoices;
        this.parser = Json.parser(json, json.length);
    }

    /** @param mostChoices that one request may ask for to each prompt */
    public static BodyReading read(byte[] json, CallShape shape, int mostChoices) {
        if (!beginsAsObject(json)) {
            return new BodyReading.Bad(
                    json.length == 0
                            ? "The body is empty; it must be a JSON object."
                            : "The body must be a JSON object in UTF-8, beginning with '{'.",
                    null,
                    null);
        }
        CallBodyReader reader = new CallBodyReader(json, shape, mostChoices);
        try (JsonParser parser = reader.parser) {
            parser.nextToken();
            reader.members();
            reader.nothingMore();
            return new BodyReading.Read(reader.body());
        } catch (Refusal e) {
            return e.bad;
        } catch (StreamConstraintsException e) {
            return new BodyReading.Bad(
                    "The body is nested too deeply: at most %d levels.".formatted(Json.MOST_DEPTH), null, null);
        } catch (JacksonException e) {
            return new BodyReading.Bad(
                    "The body is not valid JSON: %s (line %d, column %d)."
                            .formatted(
                                    e.getOriginalMessage(),
                                    e.getLocation().getLineNr(),
                                    e.getLocation().getColumnNr()),
                    null,
                    null);
        }
    }

    /** The parser would also take UTF-16 and UTF-32, in which our offsets would mean nothing. */
    private static boolean beginsAsObject(byte[] json) {
        for (int i = 0; i < json.length; i++) {
            if (!Span.isSpace(json[i])) {
                return json[i] == '{' && i + 1 < json.length && json[i + 1] != 0;
            }
        }
        return false;
    }

    private void members() {
        Set<String> seen = new HashSet<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            int from = (int) parser.currentTokenLocation().getByteOffset();
            String name = parser.currentName();
            if (!seen.add(name)) {
                throw refuse("The field '%s' stands more than once.".formatted(clip(name)), clip(name), INVALID_VALUE);
            }
            member(name, parser.nextToken());
            parser.finishToken();
            members.add(new RawObject.Member(
                    name, from, (int) parser.currentLocation().getByteOffset()));
        }
    }

    private void member(String name, JsonToken value) {
        if (name.equals(shape.promptField())) {
            prompt(value);
        } else if (name.equals("model")) {
            model = text(name, value);
        } else if (shape.answerLimits().contains(name)) {
            limit(name, integer(name, value, 1, Integer.MAX_VALUE));
        } else if (shape.generates()) {
            answerMember(name, value);
        } else {
            parser.skipChildren();
        }
    }

    private void limit(String name, OptionalLong tokens) {
        if (name.equals("max_completion_tokens")) {
            maxCompletionTokens = tokens;
        } else {
            maxTokens = tokens;
        }
    }

    private void answerMember(String name, JsonToken value) {
        switch (name) {
            case "stream" -> stream = flag(name, value);
            case "stream_options" -> streamOptions(value);
            case "n" -> choices = (int) integer(name, value, 1, mostChoices).orElse(1);
            case "best_of" -> bestOf = integer(name, value, 0, Integer.MAX_VALUE);
            case "tools", "functions", "response_format" -> {
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                toolBytes += (int) parser.currentLocation().getByteOffset() - from;
            }
            default -> parser.skipChildren();
        }
    }

    private void nothingMore() {
        if (parser.nextToken() != null) {
            throw refuse("The body must be one JSON object, with nothing after it.", null, null);
        }
    }

    private CallBody body() {
        if (model == null) {
            throw refuse("The field 'model' is missing; name one that GET /v1/models lists.", "model", MISSING);
        }
        if (prompt == null) {
            throw refuse("The field '%s' is missing.".formatted(shape.promptField()), shape.promptField(), MISSING);
        }
        if (streamOptions && !stream) {
            throw refuse(
                    "'stream_options' is only allowed together with \"stream\": true.",
                    "stream_options",
                    INVALID_VALUE);
        }
        checkAnswers(prompt.prompts());
        OptionalLong limit = maxCompletionTokens.isPresent() ? maxCompletionTokens : maxTokens;
        long bound = prompt.bound(json.length, toolBytes);
        return new CallBody(
                shape, new RawObject(json, members), model, stream, usage, prompt.prompts(), choices, limit, bound);
    }

    private void checkAnswers(int prompts) {
        if ((long) prompts * choices > MOST_PROMPTS) {
            throw refuse(
                    "'%s' holds %d prompts with %d answers each; together at most %d are taken."
                            .formatted(shape.promptField(), prompts, choices, MOST_PROMPTS),
                    shape.promptField(),
                    INVALID_VALUE);
        }
        if (bestOf.isPresent() && bestOf.getAsLong() != choices) {
            throw refuse(
                    "'best_of' is %d; it must be equal to 'n' (%d): answers that nobody gets to see can't be counted."
                            .formatted(bestOf.getAsLong(), choices),
                    "best_of",
                    INVALID_VALUE);
        }
    }

    private void prompt(JsonToken value) {
        if (shape.kind() == CallKind.CHAT) {
            messages(value);
            return;
        }
        String field = shape.promptField();
        TextsSize texts = TextsSize.read(parser)
                .orElseThrow(() -> refuse(
                        "'%s' must be a text, a list of texts, a list of token ids or a list of such lists."
                                .formatted(field),
                        field,
                        INVALID_TYPE));
        if (texts.prompts() == 0) {
            throw refuse("'%s' is empty; there must be at least one.".formatted(field), field, INVALID_VALUE);
        }
        prompt = texts;
    }

    private void messages(JsonToken value) {
        if (value != JsonToken.START_ARRAY) {
            throw type("messages", "a list of messages", value);
        }
        ChatSize chat = ChatSize.read(parser);
        if (chat.messages() == 0) {
            throw refuse("'messages' is empty; there must be at least one.", "messages", INVALID_VALUE);
        }
        prompt = chat;
    }

    private void streamOptions(JsonToken value) {
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        if (value != JsonToken.START_OBJECT) {
            throw type("stream_options", "an object", value);
        }
        streamOptions = true;
        boolean include = false;
        boolean continuous = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken option = parser.nextToken();
            switch (name) {
                case "include_usage" -> include = flag("stream_options.include_usage", option);
                case "continuous_usage_stats" -> continuous = flag("stream_options.continuous_usage_stats", option);
                default -> parser.skipChildren();
            }
        }
        if (include) {
            usage = continuous ? UsageWish.CONTINUOUS : UsageWish.FINAL;
        }
    }

    private String text(String name, JsonToken value) {
        if (value != JsonToken.VALUE_STRING) {
            throw type(name, "a text", value);
        }
        if (parser.getStringLength() == 0) {
            throw refuse("'%s' is empty.".formatted(name), name, INVALID_VALUE);
        }
        return parser.getString();
    }

    private static boolean flag(String name, JsonToken value) {
        return switch (value) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            default -> throw type(name, "true or false", value);
        };
    }

    private OptionalLong integer(String name, JsonToken value, int least, int most) {
        if (value == JsonToken.VALUE_NULL) {
            return OptionalLong.empty();
        }
        if (value != JsonToken.VALUE_NUMBER_INT) {
            throw type(name, "a whole number", value);
        }
        long number = UsageReader.number(parser);
        if (number < least || number > most) {
            throw refuse(
                    "'%s' is %s; it must be from %d to %d.".formatted(name, clip(parser.getString()), least, most),
                    name,
                    INVALID_VALUE);
        }
        return OptionalLong.of(number);
    }

    private static Refusal type(String name, String right, JsonToken value) {
        String given = switch (value) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            default -> "something else";
        };
        return refuse("'%s' must be %s, but it is %s.".formatted(name, right, given), name, INVALID_TYPE);
    }

    private static Refusal refuse(String message, @Nullable String param, @Nullable String code) {
        return new Refusal(new BodyReading.Bad(message, param, code));
    }

    private static String clip(String text) {
        return text.length() <= 64 ? text : text.substring(0, 64) + "…";
    }
}
