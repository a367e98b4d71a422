package dev.wellfield.gateway;

import dev.wellfield.core.EngineKind;
import dev.wellfield.gateway.wire.ChatBody;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one kind of engine wants to be asked.
 *
 * @param healthPath answers 200 when it is well
 * @param usageMembers what makes it tell its usage all along a stream
 * @param salted its prefix cache can be kept apart by tenant
 * @param countsChoices it counts all of several answers. llama.cpp says the tokens of one
 * @param takesFaults it misbehaves on demand, by headers
 */
record Dialect(
        String healthPath, List<String> usageMembers, boolean salted, boolean countsChoices, boolean takesFaults) {
    private static final String INCLUDE_USAGE = "\"stream_options\":{\"include_usage\":true}";
    private static final String CONTINUOUS_USAGE =
            "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true}";

    private static final Dialect VLLM = new Dialect("/health", List.of(CONTINUOUS_USAGE), true, true, false);
    private static final Dialect SIMULATOR = new Dialect("/health", List.of(CONTINUOUS_USAGE), true, true, true);
    private static final Dialect LLAMA_CPP =
            new Dialect("/health", List.of(INCLUDE_USAGE, "\"timings_per_token\":true"), false, false, false);
    private static final Dialect OTHER = new Dialect("/v1/models", List.of(INCLUDE_USAGE), false, true, false);

    /**
     * What a tenant must not decide: whose cache it reads, before whom it comes, how it is named, which worker or slot
     * serves it, what limits the answer besides the standard fields, and what would run on the engine's host.
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
            "echo",
            "return_token_ids",
            "prompt_logprobs",
            "use_beam_search",
            "best_of",
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

    /** They named no limit, but may have said so with null. */
    private static final Set<String> NOT_FOR_TENANTS_UNLIMITED = Stream.concat(
                    NOT_FOR_TENANTS.stream(), Stream.of("max_tokens", "max_completion_tokens"))
            .collect(Collectors.toUnmodifiableSet());

    static Dialect of(EngineKind kind) {
        return switch (kind) {
            case VLLM -> VLLM;
            case LLAMA_CPP -> LLAMA_CPP;
            case SIMULATOR -> SIMULATOR;
            case OTHER -> OTHER;
        };
    }

    /**
     * The caller's body as this kind of engine gets it.
     *
     * @param ceiling of an answer's tokens, where the caller named no limit and the model has one
     */
    byte[] body(ChatBody asked, String tenant, OptionalLong ceiling) {
        List<String> members = new ArrayList<>();
        if (asked.stream()) {
            members.addAll(usageMembers);
        }
        if (salted) {
            // A tenant's name has no character that JSON would escape.
            members.add("\"cache_salt\":\"" + tenant + "\"");
        }
        if (ceiling.isEmpty()) {
            return asked.rewritten(NOT_FOR_TENANTS, members);
        }
        members.add("\"max_tokens\":" + ceiling.getAsLong());
        return asked.rewritten(NOT_FOR_TENANTS_UNLIMITED, members);
    }
}
