package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/** A field that holds prompts: a text, a list of texts, a list of token ids, or a list of such lists. */
final class PromptField {

    private PromptField() {}

    /** Prompts cut after limit tokens; what can't be read is added to the violations. */
    static List<Prompt> read(Fields fields, String name, int limit) {
        Optional<JsonNode> field = fields.node(name);
        if (field.isEmpty()) {
            return List.of();
        }
        JsonNode value = field.get();
        if (value.isString()) {
            return List.of(Prompt.ofText(value.stringValue(), limit));
        }
        if (isIds(value)) {
            return List.of(ids(value, limit));
        }
        List<Prompt> prompts = new ArrayList<>();
        if (value.isArray()) {
            for (JsonNode each : value.values()) {
                if (each.isString()) {
                    prompts.add(Prompt.ofText(each.stringValue(), limit));
                } else if (isIds(each)) {
                    prompts.add(ids(each, limit));
                }
            }
        }
        if (!value.isArray() || prompts.size() < value.size()) {
            fields.violate("string_type", name, "Input should be a valid string", value);
            fields.violate("list_type", name, "Input should be a valid list", value);
        }
        return prompts;
    }

    private static boolean isIds(JsonNode node) {
        return node.isArray() && !node.isEmpty() && node.values().stream().allMatch(JsonNode::canConvertToInt);
    }

    private static Prompt ids(JsonNode node, int limit) {
        Tokens tokens = new Tokens(limit);
        node.values().forEach(id -> tokens.add(id.intValue()));
        return new Prompt(tokens);
    }

    /** The errors that only the engine can tell: no prompt, an empty one, an unknown token, one too long. */
    static Optional<ApiError> check(List<Prompt> prompts, String name, int maxModelLen) {
        if (prompts.isEmpty()) {
            return Optional.of(ApiError.badRequest("You must pass at least one prompt"));
        }
        for (Prompt prompt : prompts) {
            if (prompt.length() == 0) {
                return Optional.of(
                        ApiError.badParameter(name, "Either prompt or prompt_embeds must be provided and non-empty."));
            }
            OptionalInt unknown = prompt.ids()
                    .filter(id -> id < 0 || id >= Tokenizer.VOCABULARY)
                    .findFirst();
            if (unknown.isPresent()) {
                return Optional.of(
                        ApiError.badRequest("Token id %d is out of vocabulary".formatted(unknown.getAsInt())));
            }
            Optional<ApiError> tooLong = checkLength(prompt, maxModelLen);
            if (tooLong.isPresent()) {
                return tooLong;
            }
        }
        return Optional.empty();
    }

    static Optional<ApiError> checkLength(Prompt prompt, int maxModelLen) {
        if (prompt.length() <= maxModelLen) {
            return Optional.empty();
        }
        return Optional.of(ApiError.badParameter(
                "input_tokens",
                prompt.length(),
                ("This model's maximum context length is %d tokens. However, your prompt contains at least %d input"
                                + " tokens, which exceeds this limit even without any output tokens."
                                + " Please reduce the length of the input prompt.")
                        .formatted(maxModelLen, prompt.length())));
    }
}
