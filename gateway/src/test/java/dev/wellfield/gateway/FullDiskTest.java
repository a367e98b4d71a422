package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.gateway.journal.Journal;
import dev.wellfield.gateway.journal.JournalEntry;
import dev.wellfield.gateway.journal.JournalSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose disk is full, by a file system of 2 MiB. Needs to be root. */
final class FullDiskTest {
    @TempDir
    Path disk;

    private House house = new House(Path.of("/"));
    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString());
        assumeTrue(mounted, "mounting a file system needs root");
        house = new House(disk.resolve("data"))
                .settings(all -> all.with(new Capacity(200, 10, 100, 1 << 20, 4, 1 << 20, 1 << 16))
                        .with(new JournalSettings(256 << 10, 64 << 20, Duration.ofHours(24))))
                .engine("--tokens-per-second", "50", "--ttft-ms", "0");
    }

    @AfterEach
    void unmount() throws Exception {
        house.close();
        if (mounted) {
            run("umount", "-l", disk.toString());
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @Test
    void new_requests_are_refused_running_ones_end_in_order_and_it_recovers_by_itself() throws Exception {
        house.start();
        Set<String> answered = new HashSet<>();
        Path filler = disk.resolve("filler");
        fill(filler);
        try (Caller running = house.caller().chat(house.key.text(), Bodies.stream(5_000));
                Caller caller = house.caller()) {
            running.until("\n\n");
            Crowd.act(16, i -> this::askUntilRefused).forEach(answered::addAll);
            Caller.Answer answer =
                    caller.chat(house.key.text(), Bodies.whole(1)).answer();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("retry-after")).isNotEmpty();
            assertThat(answer.body())
                    .contains("journal_unavailable")
                    .contains("can't record usage")
                    .contains("No space left");
            assertThat(caller.get("/readyz", "").answer().status()).isEqualTo(503);
            assertThat(house.metric("wellfield_gateway_journal_writable")).isZero();
            running.until("\n\n");

            Files.delete(filler);

            await().until(() -> caller.get("/readyz", "").answer().status() == 200);
            assertThat(caller.chat(house.key.text(), Bodies.whole(1)).answer().status())
                    .isEqualTo(200);
        }
        await().untilAsserted(() -> assertThat(house.sink.records().stream()
                        .filter(record -> record.outcome() == Outcome.COMPLETED)
                        .map(UsageRecord::requestId)
                        .map(Object::toString))
                .containsAll(answered));
        assertThat(answered).hasSizeGreaterThan(100);
    }

    @Test
    void an_answer_whose_usage_cant_be_journaled_ends_as_an_error_and_is_recorded_later() throws Exception {
        house.start();
        try (Caller streaming = house.caller().chat(house.key.text(), Bodies.stream(100));
                Caller waiting = house.caller().chat(house.key.text(), Bodies.whole(100))) {
            streaming.until("\n\n");
            Path filler = disk.resolve("filler");
            fill(filler);
            Journal journal = house.gateway().plane().journal();
            JournalEntry more = new JournalEntry.Progress(new UUID(1, 1), Instant.EPOCH, TokenCount.ZERO);
            await().pollInterval(Duration.ofMillis(1)).until(() -> {
                for (int i = 0; i < 500; i++) {
                    journal.add(more);
                }
                return journal.problem().orElse("").contains("can't be written");
            });

            assertThat(streaming.until("journal_unavailable"))
                    .contains("event: error")
                    .doesNotContain("[DONE]");
            Caller.Answer refused = waiting.answer();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("journal_unavailable");
            assertThat(house.sink.records()).isEmpty();

            Files.delete(filler);
        }
        assertThat(house.records(2))
                .allMatch(record ->
                        record.outcome() == Outcome.COMPLETED && record.tokens().completion() == 100);
    }

    private Set<String> askUntilRefused() throws IOException {
        Set<String> answered = new HashSet<>();
        try (Caller caller = house.caller()) {
            Caller.Answer answer =
                    caller.chat(house.key.text(), Bodies.whole(1)).answer();
            while (answer.status() == 200) {
                answered.add(answer.header("x-request-id"));
                answer = caller.chat(house.key.text(), Bodies.whole(1)).answer();
            }
            return answered;
        }
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] piece = new byte[16 << 10];
            while (true) {
                out.write(piece);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }
}
