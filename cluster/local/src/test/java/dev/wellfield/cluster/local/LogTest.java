package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogTest {

    private static final int FILE = 64 * 1024;

    private final Machine machine = Machine.open();
    private final LocalProcesses processes = machine.processes;

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void a_line_can_be_read_as_soon_as_it_is_written() {
        String id = machine.shell("for i in 1 2 3; do echo line $i; date +%s%N; sleep 0.3; done; exec sleep 300");
        LogReader log = processes.log(id);
        long begun = System.nanoTime();
        machine.says(id, "line 1");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));

        machine.says(id, "line 3");

        assertThat(log.finished()).isFalse();
        assertThat(processes.observe(id)).isInstanceOf(ProcessState.Running.class);
    }

    @Test
    void a_follower_sees_every_byte_once_across_rotations_and_restarts() {
        String id = small("seq 1 60000", 12);
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        long offset = 0;
        while (true) {
            // A new reader each time, as after a restart: all it needs is the offset.
            LogReader log = processes.log(id);
            boolean last = log.finished();
            LogChunk chunk = log.read(offset, 10_000);
            assertThat(chunk.skipped()).isZero();
            seen.writeBytes(chunk.bytes());
            offset = chunk.nextOffset();
            if (chunk.bytes().length == 0) {
                if (last) {
                    break;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }

        assertThat(seen.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        IntStream.rangeClosed(1, 60_000).mapToObj(i -> i + "\n").collect(Collectors.joining()));
        assertThat(files(id)).hasSizeGreaterThan(4);
    }

    @Test
    void dropped_output_is_counted_and_the_offsets_stay_right() {
        String id = small("seq 1 100000", 2);
        machine.exited(id);
        byte[] all = IntStream.rangeClosed(1, 100_000)
                .mapToObj(i -> i + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
        LogReader log = processes.log(id);

        LogChunk chunk = log.read(10, 1000);

        assertThat(log.end()).isEqualTo(all.length);
        assertThat(log.start()).isEqualTo(chunk.offset()).isGreaterThan(all.length - 2L * FILE - 1);
        assertThat(chunk.skipped()).isEqualTo(chunk.offset() - 10);
        assertThat(chunk.bytes()).isEqualTo(Arrays.copyOfRange(all, (int) chunk.offset(), (int) chunk.offset() + 1000));
        assertThat(files(id)).hasSize(2);
    }

    @Test
    void many_short_writes_fill_a_file_before_it_is_rotated() {
        String id = small("i=0; while [ $i -lt 6000 ]; do echo 0123456789; i=$((i + 1)); done", 3);

        machine.exited(id);

        assertThat(processes.log(id).end()).isEqualTo(66_000);
        assertThat(files(id)).hasSize(2);
        assertThat(size(files(id).getFirst())).isBetween(FILE - 4096L, (long) FILE);
    }

    @Test
    void a_writer_of_megabytes_stays_within_its_bounds_at_every_moment() {
        String id = machine.start(
                LaunchSpec.of(Machine.id(), "ours", 1, List.of("sh", "-c", "head -c 60000000 /dev/zero | tr '\\0' 'x'"))
                        .withLogs(1024 * 1024, 3));
        long most = 0;
        while (!(processes.observe(id) instanceof ProcessState.Exited)) {
            most = Math.max(most, files(id).stream().mapToLong(LogTest::size).sum());
            LockSupport.parkNanos(5_000_000);
        }
        ProcessState.Exited exited = machine.exited(id);

        assertThat(most).isBetween(1024 * 1024L, 3 * 1024 * 1024L);
        assertThat(processes.log(id).end()).isEqualTo(60_000_000);
        double megabytesPerSecond = 60_000.0
                / Duration.between(exited.startedAt(), exited.endedAt()).toMillis();
        assertThat(megabytesPerSecond).isGreaterThan(10);
    }

    @Test
    void the_tail_begins_at_a_line() {
        String id = machine.shell("printf 'one\\ntwo\\nthree\\nfour'");
        machine.exited(id);
        LogReader log = processes.log(id);

        assertThat(log.tail(0)).isEqualTo(18);
        assertThat(log.tail(1)).isEqualTo(14);
        assertThat(log.tail(2)).isEqualTo(8);
        assertThat(log.tail(4)).isZero();
        assertThat(log.tail(1000)).isZero();
    }

    @Test
    void the_tail_crosses_files() {
        String id = small("seq 100000 140000", 5);
        machine.exited(id);
        LogReader log = processes.log(id);

        String tail = new String(log.read(log.tail(20_000), 14).bytes(), StandardCharsets.UTF_8);

        assertThat(tail).isEqualTo("120001\n120002\n");
    }

    @Test
    void a_request_that_makes_no_sense_is_refused() {
        LogReader log = processes.log(Machine.id());

        assertThatThrownBy(() -> log.read(-1, 1)).hasMessage("offset (-1) must not be negative");
        assertThatThrownBy(() -> log.read(0, 0)).hasMessage("maxBytes (0) must be between 1 and 16777216");
        assertThatThrownBy(() -> log.tail(-1)).hasMessage("lines (-1) must be between 0 and 1000000");
        assertThat(log.read(1_000_000, 10).nextOffset()).isEqualTo(1_000_000);
    }

    @Test
    void output_left_open_by_a_child_does_not_hold_up_the_end() {
        String id = machine.shell("setsid sleep 300 & echo done");

        await().atMost(Duration.ofSeconds(4)).until(() -> processes.observe(id) instanceof ProcessState.Exited);

        assertThat(machine.output(id)).isEqualTo("done\n");
    }

    @Test
    void a_follower_of_a_forgotten_allocation_is_done() {
        String id = machine.shell("echo done");
        LogReader log = processes.log(id);
        machine.exited(id);

        processes.forget(id);

        assertThat(log.read(0, 100).bytes()).isEmpty();
        assertThat(log.finished()).isTrue();
    }

    private String small(String script, int files) {
        return machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("sh", "-c", script))
                .withLogs(FILE, files));
    }

    private List<Path> files(String id) {
        try (Stream<Path> files = Files.list(machine.folder(id))) {
            return files.filter(file -> file.getFileName().toString().matches("log\\.[0-9]+"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException dropped) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
