package dev.wellfield.gateway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to a segment, what stands before the damage is read, and nothing that was never written. */
final class JournalDamageTest {
    private static final JournalSettings SMALL = new JournalSettings(256 << 10, 64 << 20, Duration.ofHours(24));
    private static final InstantSource CLOCK = InstantSource.fixed(Samples.START);

    @TempDir
    Path home;

    private List<JournalEntry> written = List.of();
    private final List<Integer> ends = new ArrayList<>();
    private byte[] bytes = {};

    @BeforeEach
    void write() throws IOException {
        Random random = new Random(3);
        Path folder = home.resolve("whole");
        try (Journal journal = Journal.open(folder, SMALL, CLOCK)) {
            for (int i = 0; i < 200; i++) {
                JournalEntry.Opened opened = Samples.opened(random);
                journal.add(opened);
                journal.add(Samples.progress(opened, i));
                journal.settle(Samples.record(random));
            }
        }
        Segment segment = new SegmentFolder(folder).segments().getFirst();
        bytes = Arrays.copyOf(Files.readAllBytes(segment.file()), SMALL.segmentBytes());
        try (Stream<JournalEntry> entries = Journal.read(folder)) {
            written = entries.toList();
        }
        int end = SegmentFormat.HEADER_BYTES;
        for (JournalEntry entry : written) {
            end += SegmentFormat.FRAME_BYTES + EntryCodec.encode(entry).length;
            ends.add(end);
        }
        assertThat(written).hasSize(601);
    }

    @Test
    void damage_costs_only_what_comes_after_it() throws IOException {
        for (long seed = 1; seed <= 1_000; seed++) {
            damage(seed, Files.createDirectories(home.resolve("damaged-" + seed)));
        }
    }

    private void damage(long seed, Path folder) throws IOException {
        Random random = new Random(seed);
        byte[] damaged = bytes.clone();
        int at = random.nextInt(ends.getLast() + 1);
        switch (random.nextInt(4)) {
            case 0 -> damaged = Arrays.copyOf(damaged, at);
            case 1 -> Arrays.fill(damaged, at, damaged.length, (byte) 0);
            case 2 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
            default -> {
                byte[] noise = new byte[Math.min(1 + random.nextInt(5_000), damaged.length - at)];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, damaged, at, noise.length);
            }
        }
        Path file = new SegmentFolder(folder).file(1);
        Files.write(file, damaged);

        List<JournalEntry> read;
        try (Stream<JournalEntry> entries = Journal.read(folder)) {
            read = entries.toList();
        }

        assertThat(read).as("seed %d", seed).isEqualTo(written.subList(0, read.size()));
        int before = at < SegmentFormat.HEADER_BYTES
                ? 0
                : (int) ends.stream().filter(end -> end <= at).count();
        assertThat(read.size()).as("seed %d", seed).isGreaterThanOrEqualTo(before);
        if (seed % 20 == 0) {
            opens(seed, folder);
        }
        Files.delete(file);
    }

    private static void opens(long seed, Path folder) throws IOException {
        Journal.open(folder, SMALL, CLOCK).close();

        assertThat(Samples.records(folder).stream().map(UsageRecord::requestId))
                .as("seed %d", seed)
                .doesNotHaveDuplicates();
    }
}
