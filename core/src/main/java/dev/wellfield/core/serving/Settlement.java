package dev.wellfield.core.serving;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes the one record of a request that has ended. */
final class Settlement {
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
                tokens,
                call.promptBound(),
                call.maxTokens(),
                outcome,
                estimated,
                status,
                call.choices()));
    }
}
