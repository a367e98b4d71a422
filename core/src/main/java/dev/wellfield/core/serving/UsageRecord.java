package dev.wellfield.core.serving;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's word on one request that reached an engine. There is exactly one for each, made when the request is
 * settled; it is never changed.
 *
 * @param requestId UUIDv7, also the caller's {@code x-request-id}
 * @param modelOwner the tenant that the model belongs to
 * @param endpointId which run of which engine answered
 * @param firstTokenAt when the first piece of an answer came; null if none did
 * @param promptBound the most tokens that the prompt can have had: its bytes and the template's
 * @param maxTokens the most that the answer could have had; null where nothing limited it
 * @param estimated the tokens aren't the engine's final word
 * @param status the HTTP status, 499 where the caller left
 * @param choices answers asked for to each prompt (n), at least 1: engines like vLLM count the prompt once for each, usage
 *     only once
 */
public record UsageRecord(
        UUID requestId,
        String tenant,
        UUID keyId,
        String keyName,
        String model,
        UUID modelId,
        String modelOwner,
        UUID endpointId,
        boolean simulated,
        boolean stream,
        Instant startedAt,
        @Nullable Instant firstTokenAt,
        Instant settledAt,
        TokenCount tokens,
        long promptBound,
        @Nullable Long maxTokens,
        Outcome outcome,
        boolean estimated,
        int status,
        int choices) {
    public UsageRecord {
        if (choices < 1) {
            throw new IllegalArgumentException("choices (" + choices + ") must be at least 1");
        }
    }

    /** The usual case: one answer. */
    public UsageRecord(
            UUID requestId,
            String tenant,
            UUID keyId,
            String keyName,
            String model,
            UUID modelId,
            String modelOwner,
            UUID endpointId,
            boolean simulated,
            boolean stream,
            Instant startedAt,
            @Nullable Instant firstTokenAt,
            Instant settledAt,
            TokenCount tokens,
            long promptBound,
            @Nullable Long maxTokens,
            Outcome outcome,
            boolean estimated,
            int status) {
        this(
                requestId,
                tenant,
                keyId,
                keyName,
                model,
                modelId,
                modelOwner,
                endpointId,
                simulated,
                stream,
                startedAt,
                firstTokenAt,
                settledAt,
                tokens,
                promptBound,
                maxTokens,
                outcome,
                estimated,
                status,
                1);
    }
}
