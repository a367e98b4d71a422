package dev.wellfield.core.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link UsageSink} has to do. */
public abstract class UsageSinkContract {
    /** An empty one; the same during a test. */
    protected abstract UsageSink sink();

    /** All that it holds, in any order. */
    protected abstract List<UsageRecord> stored();

    @Test
    public void records_are_kept_as_they_came() {
        List<UsageRecord> records = List.of(full(), bare());

        assertThat(sink().store(records)).isEqualTo(2);

        assertThat(stored()).containsExactlyInAnyOrderElementsOf(records);
    }

    @Test
    public void a_record_that_is_there_already_is_left_as_it_is() {
        UsageRecord first = full();
        sink().store(List.of(first));
        UsageRecord later = with(first, new TokenCount(1, 1, 1));
        UsageRecord other = bare();

        assertThat(sink().store(List.of(later, other))).isEqualTo(1);

        assertThat(stored()).containsExactlyInAnyOrder(first, other);
    }

    @Test
    public void the_same_record_twice_in_one_batch_is_one() {
        UsageRecord record = full();

        assertThat(sink().store(List.of(record, record))).isEqualTo(1);

        assertThat(stored()).containsExactly(record);
    }

    @Test
    public void an_empty_batch_changes_nothing() {
        assertThat(sink().store(List.of())).isZero();

        assertThat(stored()).isEmpty();
    }

    @Test
    public void a_large_batch_is_stored_whole() {
        List<UsageRecord> records = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            records.add(i % 2 == 0 ? full() : bare());
        }

        assertThat(sink().store(records)).isEqualTo(1_000);
        assertThat(sink().store(records)).isZero();

        assertThat(stored()).hasSize(1_000);
    }

    /** A record in which everything is said. */
    public static UsageRecord full() {
        Instant start = Instant.parse("2026-03-01T10:00:00.123456Z");
        return new UsageRecord(
                UUID.randomUUID(),
                "vision",
                UUID.randomUUID(),
                "notebook",
                "chat-large",
                UUID.randomUUID(),
                "platform",
                UUID.randomUUID(),
                true,
                true,
                start,
                start.plusMillis(40),
                start.plusSeconds(3),
                new TokenCount(140, 128, 77),
                900,
                512L,
                Outcome.CLIENT_ABORTED,
                true,
                499);
    }

    /** A record that says as little as one can. */
    public static UsageRecord bare() {
        Instant start = Instant.parse("2026-03-31T23:59:59.999999Z");
        return new UsageRecord(
                UUID.randomUUID(),
                "vision",
                UUID.randomUUID(),
                "notebook",
                "chat-large",
                UUID.randomUUID(),
                "vision",
                UUID.randomUUID(),
                false,
                false,
                start,
                null,
                start.plusNanos(1_000),
                TokenCount.ZERO,
                900,
                null,
                Outcome.UPSTREAM_FAILED,
                false,
                502);
    }

    private static UsageRecord with(UsageRecord record, TokenCount tokens) {
        return new UsageRecord(
                record.requestId(),
                record.tenant(),
                record.keyId(),
                record.keyName(),
                record.model(),
                record.modelId(),
                record.modelOwner(),
                record.endpointId(),
                record.simulated(),
                record.stream(),
                record.startedAt(),
                record.firstTokenAt(),
                record.settledAt(),
                tokens,
                record.promptBound(),
                record.maxTokens(),
                record.outcome(),
                record.estimated(),
                record.status());
    }
}
