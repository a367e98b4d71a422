package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.CallKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * All that sets one kind of call apart from the others on the wire.
 *
 * @param path where callers post it, and where engines take it
 * @param promptField the field that holds the prompt
 * @param answerLimits the fields that limit an answer's tokens
 * @param standardLimit an answer's tokens at most where neither the caller nor the model says so; empty for as many as the
 *     context has
 * @param notOfThisKind fields that mean nothing in it, or something that can't be counted
 */
public record CallShape(
        CallKind kind,
        String path,
        String promptField,
        Set<String> answerLimits,
        OptionalLong standardLimit,
        Set<String> notOfThisKind) {
    public static final CallShape CHAT = new CallShape(
            CallKind.CHAT,
            "/v1/chat/completions",
            "messages",
            Set.of("max_tokens", "max_completion_tokens"),
            OptionalLong.empty(),
            Set.of("prompt", "input", "echo", "best_of"));

    /** The prompt may be echoed: that is bytes, and no tokens more. */
    public static final CallShape COMPLETIONS = new CallShape(
            CallKind.COMPLETIONS,
            "/v1/completions",
            "prompt",
            Set.of("max_tokens"),
            OptionalLong.of(16),
            Set.of("messages", "input", "max_completion_tokens", "best_of"));

    /** Answers with vectors: no tokens but the prompt's, always in one piece. */
    public static final CallShape EMBEDDINGS = new CallShape(
            CallKind.EMBEDDINGS,
            "/v1/embeddings",
            "input",
            Set.of(),
            OptionalLong.empty(),
            Set.of("messages", "prompt", "stream", "n", "max_tokens", "max_completion_tokens", "echo", "best_of"));

    public static final List<CallShape> ALL = List.of(CHAT, COMPLETIONS, EMBEDDINGS);

    /**
     * What a tenant must not decide in any call: whose cache it reads, before whom it comes, how it is named, which worker
     * or slot serves it, what limits the answer besides the standard fields, and what would run on the engine's host.
     */
    private static final Set<String> NOT_FOR_TENANTS = Set.of(
            "priority",
            "cache_salt",
            "request_id",
            "session_id",
            "data_parallel_rank",
            "kv_transfer_params",
            "ec_transfer_params",
            "vllm_xargs",
            "prompt_embeds",
            "return_token_ids",
            "prompt_logprobs",
            "use_beam_search",
            "truncate_prompt_tokens",
            "chat_template",
            "stream_options",
            "n_predict",
            "n_cmpl",
            "id_slot",
            "slot_id",
            "lora",
            "timings_per_token",
            "return_progress");

    /** The shape of what is posted to a path. */
    public static Optional<CallShape> at(String path) {
        return ALL.stream().filter(shape -> shape.path.equals(path)).findFirst();
    }

    /** Whether tokens are generated: then there may be several answers, limits of their tokens, and a stream. */
    public boolean generates() {
        return kind != CallKind.EMBEDDINGS;
    }

    /** Whether engines get a field as the caller sent it. */
    public boolean passes(String field) {
        return !NOT_FOR_TENANTS.contains(field) && !notOfThisKind.contains(field);
    }
}
