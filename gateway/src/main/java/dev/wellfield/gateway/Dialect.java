package dev.wellfield.gateway;

import dev.wellfield.core.EngineKind;
import dev.wellfield.gateway.wire.CallBody;
import dev.wellfield.gateway.wire.CallShape;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * How one kind of engine wants to be asked.
 *
 * @param healthPath answers 200 when it is well
 * @param metrics how the names of its own metrics begin; empty if it has none that we know
 * @param usageMembers what makes it tell its usage all along a stream
 * @param salted its prefix cache can be kept apart by tenant
 * @param countsChoices it counts all of several answers, to one prompt or to several. llama.cpp says the tokens of one
 * @param takesFaults it misbehaves on demand, by headers
 */
record Dialect(
        String healthPath,
        String metrics,
        List<String> usageMembers,
        boolean salted,
        boolean countsChoices,
        boolean takesFaults) {
    private static final String INCLUDE_USAGE = "\"stream_options\":{\"include_usage\":true}";
    private static final String CONTINUOUS_USAGE =
            "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true}";

    private static final Dialect VLLM = new Dialect("/health", "vllm:", List.of(CONTINUOUS_USAGE), true, true, false);
    private static final Dialect SIMULATOR =
            new Dialect("/health", "vllm:", List.of(CONTINUOUS_USAGE), true, true, true);
    private static final Dialect LLAMA_CPP = new Dialect(
            "/health", "llamacpp:", List.of(INCLUDE_USAGE, "\"timings_per_token\":true"), false, false, false);
    private static final Dialect OTHER = new Dialect("/v1/models", "", List.of(INCLUDE_USAGE), false, true, false);

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
     * @param ceiling of an answer's tokens, where the caller named no limit and there is one
     */
    byte[] body(CallBody asked, String tenant, OptionalLong ceiling) {
        CallShape shape = asked.shape();
        List<String> members = new ArrayList<>();
        if (asked.stream()) {
            members.addAll(usageMembers);
        }
        if (salted) {
            // A tenant's name has no character that JSON would escape.
            members.add("\"cache_salt\":\"" + tenant + "\"");
        }
        ceiling.ifPresent(tokens -> members.add("\"max_tokens\":" + tokens));
        // They named no limit, but may have said so with null.
        return asked.rewritten(
                field -> !shape.passes(field)
                        || (ceiling.isPresent() && shape.answerLimits().contains(field)),
                members);
    }
}
