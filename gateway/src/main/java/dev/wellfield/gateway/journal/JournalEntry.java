package dev.wellfield.gateway.journal;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.time.Instant;
import java.util.UUID;

/** What a journal holds. */
public sealed interface JournalEntry {
    /** A request went to an engine. Says all that is needed to settle it without the gateway that took it. */
    record Opened(Call call, UUID endpointId, boolean simulated) implements JournalEntry {}

    /** How far an answer was: what it costs if nothing more is heard of it. */
    record Progress(UUID requestId, Instant firstTokenAt, TokenCount tokens) implements JournalEntry {}

    /** A request's one end. */
    record Settled(UsageRecord record) implements JournalEntry {}

    /** All requests that are open now stand before this one in the same segment, or began after it. */
    record Checkpoint(Instant at) implements JournalEntry {}
}
