package dev.wellfield.core.serving;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes the one record of a request that has ended. An engine is another's program: what it claims beyond what the request
 * could have cost is cut off and marked, so that it can't put any sum on a caller.
 */
final class Settlement {
    /** A template of chat may add more to a prompt than its bound reckons with: tools, a standard system prompt. */
    private static final long TEMPLATE_ROOM = 8_192;

    private Settlement() {}

    static RequestState.Settled settled(
            RequestState.AtEngine from,
            @Nullable Instant firstTokenAt,
            TokenCount tokens,
            Outcome outcome,
            boolean estimated,
            Instant at,
            int status) {
        Call call = from.call();
        TokenCount possible = possible(tokens, call);
        return new RequestState.Settled(new UsageRecord(
                call.id(),
                call.tenant(),
                call.keyId(),
                call.keyName(),
                call.model(),
                call.modelId(),
                call.modelOwner(),
                from.endpointId(),
                from.simulated(),
                call.stream(),
                call.startedAt(),
                firstTokenAt,
                at,
                possible,
                call.promptBound(),
                call.maxTokens(),
                outcome,
                estimated || !possible.equals(tokens),
                status,
                call.choices()));
    }

    private static TokenCount possible(TokenCount said, Call call) {
        long prompt = Math.min(said.prompt(), call.promptBound() + TEMPLATE_ROOM);
        return new TokenCount(prompt, Math.min(said.cached(), prompt), Math.min(said.completion(), call.maxTokens()));
    }
}
