package dev.wellfield.gateway.wire;

import dev.wellfield.core.serving.TokenCount;
import org.jspecify.annotations.Nullable;

/**
 * What one event of a stream says, as far as the gateway cares.
 *
 * @param hasChoices it belongs to an answer; without, it tells of usage or of an error
 * @param index of its (first) choice
 * @param hasText there is something of the answer in it
 * @param finishReason why the choice ends here; null if it goes on
 * @param usage what the standard field says; null if it isn't there or is null
 * @param timings the same by llama.cpp's own field
 * @param error the engine's message; null if it reports none
 * @param usageAt where the usage is, comma included; null if it isn't there
 * @param usageValueAt its value alone
 * @param timingsAt where the timings are
 * @param end where the object's closing brace is
 */
record Chunk(
        boolean hasChoices,
        int index,
        boolean hasText,
        @Nullable String finishReason,
        @Nullable TokenCount usage,
        @Nullable TokenCount timings,
        @Nullable String error,
        @Nullable Span usageAt,
        @Nullable Span usageValueAt,
        @Nullable Span timingsAt,
        int end) {}
