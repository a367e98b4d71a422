package dev.wellfield.gateway.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, by a file system of 4 MiB. Needs to be root. */
final class JournalDiskTest {
    private static final JournalSettings SMALL = new JournalSettings(512 << 10, 64 << 20, Duration.ofHours(24));

    private final Random random = new Random(11);

    @TempDir
    Path disk;

    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        mounted = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
        assumeTrue(mounted, "mounting a file system needs root");
    }

    @AfterEach
    void unmount() throws Exception {
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
    void a_full_disk_admits_nothing_new_loses_nothing_and_recovers_by_itself() throws Exception {
        List<UsageRecord> safe = new ArrayList<>();
        List<UsageRecord> unsafe = new ArrayList<>();
        try (Journal journal = Journal.open(disk.resolve("journal"), SMALL, InstantSource.system())) {
            Path filler = disk.resolve("filler");
            fill(filler);
            while (unsafe.isEmpty() && safe.size() < 100_000) {
                UsageRecord record = Samples.record(random);
                (settle(journal, record) ? safe : unsafe).add(record);
            }
            assertThat(unsafe).hasSize(1);
            assertThat(journal.problem().orElse("")).contains("journal").contains("No space left");
            for (int i = 0; i < 50; i++) {
                UsageRecord record = Samples.record(random);
                assertThat(settle(journal, record)).isFalse();
                unsafe.add(record);
            }

            Files.delete(filler);

            await().until(() -> journal.problem().isEmpty());
            UsageRecord record = Samples.record(random);
            assertThat(settle(journal, record)).isTrue();
            safe.add(record);
            assertThat(journal.status().lostRecords()).isZero();
        }
        assertThat(Samples.records(disk.resolve("journal")))
                .containsAll(safe)
                .containsAll(unsafe)
                .doesNotContain(Samples.record(random));
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            byte[] piece = new byte[16 << 10];
            while (true) {
                out.write(piece);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    private static boolean settle(Journal journal, UsageRecord record) {
        CompletableFuture<Boolean> safe = new CompletableFuture<>();
        journal.settle(record, Runnable::run, safe::complete);
        return safe.join();
    }
}
