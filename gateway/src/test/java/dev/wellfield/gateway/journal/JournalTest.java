package dev.wellfield.gateway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {
    private static final JournalSettings SMALL = new JournalSettings(256 << 10, 64 << 20, Duration.ofHours(24));
    private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);

    private final Random random = new Random(7);

    @TempDir
    Path home;

    private Path folder() {
        return home.resolve("journal");
    }

    @Test
    void a_record_that_was_awaited_is_on_the_disk() throws Exception {
        UsageRecord record = Samples.record(random);
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            assertThat(settled(journal, record).get(5, TimeUnit.SECONDS)).isTrue();

            assertThat(Samples.records(folder())).containsExactly(record);
        }
        assertThat(Samples.records(folder())).containsExactly(record);
    }

    @Test
    void an_entry_that_nobody_awaits_reaches_the_disk_soon() throws Exception {
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            UsageRecord record = Samples.record(random);
            journal.settle(record);

            await().untilAsserted(() -> assertThat(Samples.records(folder())).containsExactly(record));
        }
    }

    @Test
    void requests_that_were_open_when_the_gateway_died_get_their_one_end() throws Exception {
        JournalEntry.Opened finished = Samples.opened(random);
        JournalEntry.Opened silent = Samples.opened(random);
        JournalEntry.Opened answering = Samples.opened(random);
        Path copy;
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            Stream.of(finished, silent, answering).forEach(journal::add);
            journal.add(Samples.progress(answering, 3));
            journal.add(Samples.progress(answering, 9));
            settled(journal, Samples.end(finished, Outcome.COMPLETED)).get(5, TimeUnit.SECONDS);
            copy = Samples.killed(folder(), home.resolve("copy"));
        }

        Journal.open(copy, SMALL, CLOCK).close();
        Journal.open(copy, SMALL, CLOCK).close();

        List<UsageRecord> records = Samples.records(copy);
        assertThat(records).hasSize(3);
        UsageRecord cutOff = of(records, answering);
        assertThat(cutOff.outcome()).isEqualTo(Outcome.GATEWAY_CRASH);
        assertThat(cutOff.tokens()).isEqualTo(new TokenCount(14, 0, 9));
        assertThat(cutOff.estimated()).isTrue();
        assertThat(cutOff.settledAt()).isEqualTo(NOW);
        UsageRecord unanswered = of(records, silent);
        assertThat(unanswered.outcome()).isEqualTo(Outcome.GATEWAY_CRASH);
        assertThat(unanswered.tokens()).isEqualTo(TokenCount.ZERO);
        assertThat(unanswered.firstTokenAt()).isNull();
        assertThat(of(records, finished).outcome()).isEqualTo(Outcome.COMPLETED);
    }

    @Test
    void an_open_request_is_carried_along_however_many_segments_it_lasts() throws Exception {
        JournalEntry.Opened lasting = Samples.opened(random);
        Path copy;
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            journal.add(lasting);
            journal.add(Samples.progress(lasting, 5));
            List<CompletableFuture<Boolean>> all = new ArrayList<>();
            for (int round = 0; round < 8; round++) {
                for (int i = 0; i < 500; i++) {
                    all.add(settled(journal, Samples.record(random)));
                }
                all.getLast().get(5, TimeUnit.SECONDS);
            }
            copy = Samples.killed(folder(), home.resolve("copy"));
        }
        List<Segment> segments = new SegmentFolder(copy).segments();
        assertThat(segments.size()).isGreaterThan(3);
        for (Segment old : segments.subList(0, segments.size() - 1)) {
            Files.delete(old.file());
        }

        Journal.open(copy, SMALL, CLOCK).close();

        UsageRecord record = of(Samples.records(copy), lasting);
        assertThat(record.outcome()).isEqualTo(Outcome.GATEWAY_CRASH);
        assertThat(record.tokens()).isEqualTo(new TokenCount(14, 0, 5));
    }

    @Test
    void records_of_many_threads_over_many_segments_are_all_there_once() throws Exception {
        List<UsageRecord> records =
                Stream.generate(() -> Samples.record(random)).limit(8_000).toList();
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            List<Thread> threads = new ArrayList<>();
            for (int part = 0; part < 4; part++) {
                List<UsageRecord> mine = records.subList(part * 2_000, (part + 1) * 2_000);
                threads.add(Thread.ofVirtual().start(() -> {
                    for (UsageRecord record : mine) {
                        write(journal, record);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }

        assertThat(Samples.records(folder())).containsExactlyInAnyOrderElementsOf(records);
    }

    private static void write(Journal journal, UsageRecord record) {
        assertThat(settled(journal, record).join()).isTrue();
    }

    @Test
    void a_thread_that_waits_no_more_does_not_harm_the_others() throws Exception {
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            UsageRecord record = Samples.record(random);
            journal.settle(
                    record,
                    gone -> {
                        throw new RejectedExecutionException("gone");
                    },
                    safe -> {});

            assertThat(settled(journal, Samples.record(random)).get(5, TimeUnit.SECONDS))
                    .isTrue();
            assertThat(Samples.records(folder())).hasSize(2).contains(record);
        }
    }

    @Test
    void two_gateways_cant_share_a_folder() throws Exception {
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            assertThat(journal.problem()).isEmpty();

            assertThatThrownBy(() -> Journal.open(folder(), SMALL, CLOCK))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another gateway");
        }
    }

    @Test
    void closing_gives_back_the_room_that_was_not_needed() throws Exception {
        try (Journal journal = Journal.open(folder(), SMALL, CLOCK)) {
            write(journal, Samples.record(random));
        }

        assertThat(Files.size(new SegmentFolder(folder()).segments().getFirst().file()))
                .isLessThan(2_000);
    }

    @Test
    void a_folder_that_cant_be_made_is_named() {
        assertThatThrownBy(() -> Journal.open(Path.of("/proc/no/journal"), SMALL, CLOCK))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/proc/no");
    }

    private static CompletableFuture<Boolean> settled(Journal journal, UsageRecord record) {
        CompletableFuture<Boolean> safe = new CompletableFuture<>();
        journal.settle(record, Runnable::run, safe::complete);
        return safe;
    }

    private static UsageRecord of(List<UsageRecord> records, JournalEntry.Opened opened) {
        List<UsageRecord> found = records.stream()
                .filter(record -> record.requestId().equals(opened.call().id()))
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
