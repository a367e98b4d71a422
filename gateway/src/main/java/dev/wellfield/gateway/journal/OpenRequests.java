package dev.wellfield.gateway.journal;

import dev.wellfield.core.serving.EngineCount;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.RequestState.AtEngine;
import dev.wellfield.core.serving.RequestState.Dispatched;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.gateway.journal.JournalEntry.Checkpoint;
import dev.wellfield.gateway.journal.JournalEntry.Opened;
import dev.wellfield.gateway.journal.JournalEntry.Progress;
import dev.wellfield.gateway.journal.JournalEntry.Settled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which requests are open after the entries so far. Owned by one thread. */
final class OpenRequests {
    private static final int ANSWER_HAD_BEGUN = 200;
    private static final int NO_ANSWER = 500;

    private final Map<UUID, Unfinished> unfinished = new LinkedHashMap<>();

    private record Unfinished(Opened opened, @Nullable Progress progress) {
        UsageRecord crashed(Instant at) {
            Dispatched dispatched = new Dispatched(opened.call(), opened.endpointId(), opened.simulated());
            AtEngine state = progress == null ? dispatched : dispatched.answer(progress.firstTokenAt());
            EngineCount count =
                    progress == null ? new EngineCount.Pieces(0) : new EngineCount.Running(progress.tokens());
            int status = progress == null ? NO_ANSWER : ANSWER_HAD_BEGUN;
            return state.settle(Outcome.GATEWAY_CRASH, count, at, status).record();
        }
    }

    void apply(JournalEntry entry) {
        switch (entry) {
            case Opened opened -> unfinished.put(opened.call().id(), new Unfinished(opened, null));
            case Progress progress ->
                unfinished.computeIfPresent(
                        progress.requestId(), (id, open) -> new Unfinished(open.opened(), progress));
            case Settled settled -> unfinished.remove(settled.record().requestId());
            case Checkpoint checkpoint -> {}
        }
    }

    int size() {
        return unfinished.size();
    }

    /** Entries that say all of this again. */
    List<JournalEntry> entries() {
        List<JournalEntry> entries = new ArrayList<>();
        unfinished.values().forEach(open -> {
            entries.add(open.opened());
            if (open.progress() != null) {
                entries.add(open.progress());
            }
        });
        return entries;
    }

    /** The records of requests whose gateway has died: what it had last said of them. */
    List<UsageRecord> crashed(Instant at) {
        return unfinished.values().stream().map(open -> open.crashed(at)).toList();
    }
}
