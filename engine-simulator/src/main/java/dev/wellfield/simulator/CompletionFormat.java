package dev.wellfield.simulator;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** /v1/completions. */
record CompletionFormat() implements AnswerFormat {

    @Override
    public String idPrefix() {
        return "cmpl-";
    }

    @Override
    public Optional<ObjectNode> opening(Head head, int index, @Nullable Usage usage) {
        return Optional.empty();
    }

    @Override
    public ObjectNode chunk(Head head, int index, String text, @Nullable Finish finish) {
        ObjectNode choice =
                begin(index, text, finish).putNull("prompt_token_ids").putNull("token_ids");
        ObjectNode chunk = begin(head);
        chunk.set("choices", Json.array(choice));
        return chunk;
    }

    @Override
    public ObjectNode continuousUsage(Usage usage) {
        return usage.json();
    }

    @Override
    public ObjectNode usageChunk(Head head, Usage usage, boolean details) {
        ObjectNode json = usage.json();
        if (details) {
            json.set("prompt_tokens_details", Json.object().put("cached_tokens", usage.cachedTokens()));
        }
        ObjectNode chunk = begin(head);
        chunk.set("choices", Json.array());
        chunk.set("usage", json);
        return chunk.put("system_fingerprint", Head.FINGERPRINT);
    }

    @Override
    public ObjectNode answer(Head head, List<Choice> choices, Usage usage, boolean details) {
        ArrayNode array = Json.array();
        for (Choice choice : choices) {
            array.add(begin(choice.index(), choice.text(), choice.finish())
                    .putNull("token_ids")
                    .putNull("prompt_logprobs")
                    .putNull("prompt_token_ids")
                    .putNull("routed_experts"));
        }
        ObjectNode json = usage.json();
        json.set(
                "prompt_tokens_details",
                details
                        ? Json.object()
                                .put("cached_tokens", usage.cachedTokens())
                                .putNull("created_cache_tokens")
                                .putNull("multimodal_tokens")
                        : null);
        json.putNull("completion_tokens_details");
        ObjectNode answer = begin(head);
        answer.set("choices", array);
        answer.putNull("service_tier").put("system_fingerprint", Head.FINGERPRINT);
        answer.set("usage", json);
        return answer.putNull("kv_transfer_params")
                .putNull("ec_transfer_params")
                .putNull("metrics");
    }

    private static ObjectNode begin(int index, String text, @Nullable Finish finish) {
        return Json.object()
                .put("index", index)
                .put("text", text)
                .putNull("logprobs")
                .put("finish_reason", finish == null ? null : finish.reason().label())
                .put("stop_reason", finish == null ? null : finish.stop());
    }

    private static ObjectNode begin(Head head) {
        return Json.object()
                .put("id", head.id())
                .put("object", "text_completion")
                .put("created", head.createdSeconds())
                .put("model", head.model());
    }
}
