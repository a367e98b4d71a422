package dev.wellfield.store;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.time.Instant;
import java.util.UUID;

/** Usage records that differ in what a test looks at. */
final class Records {
    private Records() {}

    static UsageRecord at(Instant start) {
        return of(new UUID(5, 5), start, start.plusSeconds(2));
    }

    static UsageRecord of(UUID endpointId, Instant start, Instant end) {
        return new UsageRecord(
                UUID.randomUUID(),
                "vision",
                new UUID(6, 6),
                "app",
                "chat",
                Declared.MODEL,
                "vision",
                endpointId,
                true,
                true,
                start,
                start.plusMillis(100),
                end,
                new TokenCount(100, 20, 30),
                400,
                512L,
                Outcome.COMPLETED,
                false,
                200,
                2);
    }
}
