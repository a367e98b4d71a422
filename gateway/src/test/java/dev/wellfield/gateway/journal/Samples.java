package dev.wellfield.gateway.journal;

import dev.wellfield.core.serving.Call;
import dev.wellfield.core.serving.EngineCount;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.RequestState.Reserved;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/** Entries to write. */
final class Samples {
    static final Instant START = Instant.parse("2026-03-01T10:00:00.123456Z");

    private Samples() {}

    static UUID id(Random random) {
        return new UUID(random.nextLong(), random.nextLong());
    }

    static Call call(Random random) {
        return new Call(
                id(random),
                "team-" + random.nextInt(10),
                id(random),
                "key-" + "ä".repeat(random.nextInt(20)),
                "model-" + random.nextInt(5),
                id(random),
                "platform",
                random.nextBoolean(),
                START.plusMillis(random.nextInt(100_000)),
                random.nextInt(10_000),
                random.nextInt(10_000),
                1 + random.nextInt(3));
    }

    static JournalEntry.Opened opened(Random random) {
        return new JournalEntry.Opened(call(random), id(random), random.nextBoolean());
    }

    static JournalEntry.Progress progress(JournalEntry.Opened opened, long completion) {
        Instant firstToken = opened.call().startedAt().plusMillis(50);
        return new JournalEntry.Progress(opened.call().id(), firstToken, new TokenCount(14, 0, completion));
    }

    static UsageRecord end(JournalEntry.Opened opened, Outcome outcome) {
        Instant start = opened.call().startedAt();
        return new Reserved(opened.call())
                .dispatch(opened.endpointId(), opened.simulated())
                .answer(start.plusMillis(50))
                .settle(outcome, new EngineCount.Final(new TokenCount(14, 8, 77)), start.plusSeconds(1), 200)
                .record();
    }

    static UsageRecord record(Random random) {
        return end(opened(random), random.nextBoolean() ? Outcome.COMPLETED : Outcome.CLIENT_ABORTED);
    }

    /** The records in a journal's folder. */
    static List<UsageRecord> records(Path folder) throws IOException {
        try (Stream<JournalEntry> entries = Journal.read(folder)) {
            return entries.filter(JournalEntry.Settled.class::isInstance)
                    .map(entry -> ((JournalEntry.Settled) entry).record())
                    .toList();
        }
    }

    /** The folder as a killed process would leave it now. */
    static Path killed(Path folder, Path copy) throws IOException {
        Files.createDirectories(copy);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }
}
