package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** POST /tokenize: the tokens of a prompt or of messages, up to about a million. The context length doesn't matter here. */
final class Tokenization {

    private static final int MOST_TOKENS = 1 << 20;

    private final SimulatorOptions options;
    private final CallReader reader;

    Tokenization(SimulatorOptions options, CallReader reader) {
        this.options = options;
        this.reader = reader;
    }

    Outcome<ObjectNode> answer(ObjectNode body) {
        Fields fields = new Fields(body, "body");
        var model = fields.text("model");
        boolean strings = fields.flag("return_token_strs", false);
        if (!fields.has("prompt") && !fields.has("messages")) {
            fields.missing("prompt");
            fields.missing("messages");
        }
        Prompt prompt = fields.has("messages")
                ? chat(fields)
                : Prompt.ofText(fields.text("prompt").orElse(""), MOST_TOKENS);
        if (!fields.violations().isEmpty()) {
            return Outcome.refuse(ApiError.invalid(fields.violations()));
        }
        if (prompt.length() == MOST_TOKENS) {
            return Outcome.refuse(ApiError.badParameter(
                    "prompt", "The engine simulator tokenizes fewer than %d tokens at once.".formatted(MOST_TOKENS)));
        }
        if (strings && !fields.has("prompt")) {
            return Outcome.refuse(ApiError.badParameter(
                    "return_token_strs", "The engine simulator shows the strings of a prompt only, not of messages."));
        }
        List<String> pieces = strings ? Tokenizer.pieces(fields.text("prompt").orElse("")) : List.of();
        return reader.checkModel(model).then(served -> Outcome.of(json(prompt, strings, pieces)));
    }

    private static Prompt chat(Fields fields) {
        return ChatTemplate.render(ChatTemplate.read(fields), fields.flag("add_generation_prompt", true), MOST_TOKENS);
    }

    private ObjectNode json(Prompt prompt, boolean strings, List<String> pieces) {
        ArrayNode ids = Json.array();
        prompt.ids().forEach(ids::add);
        List<String> shown = new ArrayList<>();
        // A leading space shows as in byte-pair vocabularies.
        pieces.forEach(piece -> shown.add(piece.replace(' ', 'Ġ')));
        ArrayNode texts = Json.array();
        shown.forEach(texts::add);
        ObjectNode answer = Json.object().put("count", prompt.length()).put("max_model_len", options.maxModelLen());
        answer.set("tokens", ids);
        answer.set("token_strs", strings ? texts : null);
        return answer;
    }
}
