package dev.wellfield.gateway;

import dev.wellfield.core.serving.RequestState.Answering;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageTally;
import dev.wellfield.gateway.journal.Journal;
import dev.wellfield.gateway.journal.JournalEntry;

/**
 * Notes in the journal what a stream costs if the gateway dies now: at its first piece, and at most once a second after
 * that. Owned by one event loop.
 */
final class ProgressNotes {
    private static final long EVERY_NANOS = 1_000_000_000L;

    private final Journal journal;
    private final UsageTally tally;
    private TokenCount noted = TokenCount.ZERO;
    private long notedNanos;
    private boolean begun;

    ProgressNotes(Journal journal, UsageTally tally) {
        this.journal = journal;
        this.tally = tally;
    }

    void note(Answering answering, long nowNanos) {
        if (begun && nowNanos - notedNanos < EVERY_NANOS) {
            return;
        }
        TokenCount now = tally.count().tokens();
        if (begun && now.equals(noted)) {
            return;
        }
        begun = true;
        noted = now;
        notedNanos = nowNanos;
        journal.add(new JournalEntry.Progress(answering.call().id(), answering.firstTokenAt(), now));
    }
}
