package dev.wellfield.gateway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.serving.InMemoryUsageSink;
import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShipperTest {
    private static final JournalSettings SMALL = new JournalSettings(256 << 10, 2 << 20, Duration.ofHours(24));

    private final Random random = new Random(5);
    private final InMemoryUsageSink sink = new InMemoryUsageSink();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final InstantSource clock = now::get;

    @TempDir
    Path home;

    @Test
    void every_record_is_stored_once_and_in_order() throws IOException {
        try (Journal journal = Journal.open(home, SMALL, clock);
                Shipper shipper = Shipper.start(journal, sink, clock)) {
            List<UsageRecord> records = write(journal, 3_000);

            await().until(() -> sink.records().size() == records.size());
            assertThat(sink.records()).isEqualTo(records);
            assertThat(sink.repeated()).isZero();
            await().until(() -> shipper.lag().isZero());
        }
    }

    @Test
    void records_wait_while_the_sink_is_away() throws IOException {
        sink.setAway(true);
        try (Journal journal = Journal.open(home, SMALL, clock);
                Shipper shipper = Shipper.start(journal, sink, clock)) {
            List<UsageRecord> records = write(journal, 100);
            await().until(() -> !shipper.lag().isZero());
            assertThat(journal.status().unshippedBytes()).isPositive();

            sink.setAway(false);

            await().until(() -> sink.records().size() == records.size());
            assertThat(sink.repeated()).isZero();
        }
    }

    @Test
    void records_wait_while_shipping_is_held() throws IOException {
        Path hold = home.resolve("hold");
        Files.createDirectories(home);
        Files.createFile(hold);
        try (Journal journal = Journal.open(home, SMALL, clock);
                Shipper shipper = Shipper.start(journal, sink, clock)) {
            List<UsageRecord> records = write(journal, 100);
            await().during(Duration.ofMillis(300)).until(() -> sink.records().isEmpty());
            assertThat(shipper.stored()).isZero();

            Files.delete(hold);

            await().until(() -> sink.records().size() == records.size());
        }
    }

    @Test
    void a_new_shipper_goes_on_where_the_last_one_was() throws IOException {
        try (Journal journal = Journal.open(home, SMALL, clock)) {
            write(journal, 1_500);
            Shipper.start(journal, sink, clock).close();
        }
        assertThat(sink.records()).hasSize(1_500);
        try (Journal journal = Journal.open(home, SMALL, clock)) {
            write(journal, 700);
            Shipper.start(journal, sink, clock).close();
        }

        assertThat(sink.records()).hasSize(2_200);
        assertThat(sink.repeated()).isZero();
    }

    @Test
    void with_its_mark_lost_a_shipper_begins_again_and_nothing_doubles() throws IOException {
        try (Journal journal = Journal.open(home, SMALL, clock)) {
            write(journal, 1_500);
            Shipper.start(journal, sink, clock).close();
        }
        Files.writeString(home.resolve("shipped"), "rubbish");

        try (Journal journal = Journal.open(home, SMALL, clock)) {
            Shipper.start(journal, sink, clock).close();
        }

        assertThat(sink.records()).hasSize(1_500);
        assertThat(sink.repeated()).isEqualTo(1_500);
    }

    @Test
    void shipped_segments_are_kept_for_a_day_and_then_taken_away() throws IOException {
        try (Journal journal = Journal.open(home, SMALL, clock);
                Shipper shipper = Shipper.start(journal, sink, clock)) {
            write(journal, 3_000);
            await().until(() -> sink.records().size() == 3_000 && shipper.lag().isZero());
            int segments = journal.folder().segments().size();
            assertThat(segments).isGreaterThan(2);
            now.updateAndGet(instant -> instant.plus(Duration.ofHours(23)));
            write(journal, 1);
            assertThat(journal.folder().segments()).hasSizeGreaterThanOrEqualTo(segments);

            now.updateAndGet(instant -> instant.plus(Duration.ofHours(2)));

            await().until(() -> journal.folder().segments().size() == 1);
        }
    }

    @Test
    void a_journal_that_is_full_of_unstored_records_takes_no_more_requests_until_they_are_stored() throws IOException {
        sink.setAway(true);
        try (Journal journal = Journal.open(home, SMALL, clock);
                Shipper shipper = Shipper.start(journal, sink, clock)) {
            List<UsageRecord> records = new ArrayList<>();
            await().pollInterval(Duration.ofMillis(1)).until(() -> {
                if (journal.problem().isEmpty()) {
                    records.addAll(write(journal, 200));
                }
                return journal.problem().orElse("").contains("wait to be stored");
            });
            assertThat(journal.status().bytes()).isLessThanOrEqualTo(SMALL.maxBytes());
            // Requests that are open already still end in order: a reserve is kept for them.
            records.addAll(write(journal, 20));

            sink.setAway(false);

            await().until(() -> journal.problem().isEmpty());
            await().until(() -> sink.records().size() == records.size());
            assertThat(shipper.stored()).isEqualTo(records.size());
        }
    }

    private List<UsageRecord> write(Journal journal, int count) {
        List<UsageRecord> records = new ArrayList<>();
        List<CompletableFuture<Boolean>> safe = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            UsageRecord record = Samples.record(random);
            records.add(record);
            CompletableFuture<Boolean> one = new CompletableFuture<>();
            journal.settle(record, Runnable::run, one::complete);
            safe.add(one);
        }
        assertThat(safe).allSatisfy(one -> assertThat(one.join()).isTrue());
        return records;
    }
}
