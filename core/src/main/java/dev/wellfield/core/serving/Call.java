package dev.wellfield.core.serving;

import java.time.Instant;
import java.util.UUID;

/**
 * One caller's request to one model, as it was admitted: all that is needed to settle it, even after a crash.
 *
 * @param id UUIDv7, also the caller's {@code x-request-id}
 * @param promptBound the most tokens that all its prompts together can have
 * @param maxTokens the most that all its answers together can have
 * @param choices answers asked for to each prompt, at least 1
 */
public record Call(
        UUID id,
        String tenant,
        UUID keyId,
        String keyName,
        String model,
        UUID modelId,
        String modelOwner,
        boolean stream,
        Instant startedAt,
        long promptBound,
        long maxTokens,
        int choices) {
    public Call {
        if (choices < 1) {
            throw new IllegalArgumentException("choices (" + choices + ") must be at least 1");
        }
    }
}
