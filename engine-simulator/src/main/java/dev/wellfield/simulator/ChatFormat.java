package dev.wellfield.simulator;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** /v1/chat/completions. */
record ChatFormat() implements AnswerFormat {

    @Override
    public String idPrefix() {
        return "chatcmpl-";
    }

    @Override
    public Optional<ObjectNode> opening(Head head, int index, @Nullable Usage usage) {
        ObjectNode delta = Json.object().put("role", "assistant").put("content", "");
        ObjectNode choice = Json.object().put("index", index);
        choice.set("delta", delta);
        choice.putNull("logprobs").putNull("finish_reason");
        ObjectNode chunk = begin(head, "chat.completion.chunk");
        chunk.set("choices", Json.array(choice));
        if (usage != null) {
            chunk.set("usage", continuousUsage(usage));
        }
        return Optional.of(chunk.putNull("prompt_token_ids").putNull("prompt_text"));
    }

    @Override
    public ObjectNode chunk(Head head, int index, String text, @Nullable Finish finish) {
        ObjectNode choice = Json.object().put("index", index);
        choice.set("delta", Json.object().put("content", text));
        choice.putNull("logprobs");
        if (finish == null) {
            choice.putNull("finish_reason");
        } else {
            choice.put("finish_reason", finish.reason().label()).put("stop_reason", finish.stop());
        }
        choice.putNull("token_ids");
        ObjectNode chunk = begin(head, "chat.completion.chunk");
        chunk.set("choices", Json.array(choice));
        return chunk;
    }

    @Override
    public ObjectNode continuousUsage(Usage usage) {
        return usage.json().putNull("completion_tokens_details");
    }

    @Override
    public ObjectNode usageChunk(Head head, Usage usage, boolean details) {
        ObjectNode json = usage.json();
        if (details) {
            json.set("prompt_tokens_details", details(usage));
        }
        ObjectNode chunk = begin(head, "chat.completion.chunk");
        chunk.set("choices", Json.array());
        chunk.set("usage", json);
        return chunk.put("system_fingerprint", Head.FINGERPRINT);
    }

    @Override
    public ObjectNode answer(Head head, List<Choice> choices, Usage usage, boolean details) {
        ArrayNode array = Json.array();
        choices.forEach(choice -> array.add(choice(choice)));
        ObjectNode json = usage.json();
        json.set("prompt_tokens_details", details ? details(usage).putNull("multimodal_tokens") : null);
        json.putNull("completion_tokens_details");
        ObjectNode answer = begin(head, "chat.completion");
        answer.set("choices", array);
        answer.putNull("service_tier").put("system_fingerprint", Head.FINGERPRINT);
        answer.set("usage", json);
        for (String unused : List.of(
                "prompt_logprobs",
                "prompt_token_ids",
                "prompt_text",
                "kv_transfer_params",
                "ec_transfer_params",
                "metrics")) {
            answer.putNull(unused);
        }
        return answer;
    }

    private static ObjectNode choice(Choice choice) {
        ObjectNode message = Json.object().put("role", "assistant").put("content", choice.text());
        for (String unused : List.of("refusal", "annotations", "audio", "function_call", "reasoning")) {
            message.putNull(unused);
        }
        ObjectNode json = Json.object().put("index", choice.index());
        json.set("message", message);
        return json.putNull("logprobs")
                .put("finish_reason", choice.finish().reason().label())
                .put("stop_reason", choice.finish().stop())
                .putNull("token_ids")
                .putNull("routed_experts");
    }

    private static ObjectNode details(Usage usage) {
        return Json.object().put("cached_tokens", usage.cachedTokens()).put("created_cache_tokens", 0);
    }

    private static ObjectNode begin(Head head, String object) {
        return Json.object()
                .put("id", head.id())
                .put("object", object)
                .put("created", head.createdSeconds())
                .put("model", head.model());
    }
}
