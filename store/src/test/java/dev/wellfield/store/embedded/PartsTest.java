package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small parts that need no server. */
class PartsTest {
    @TempDir
    private Path folder;

    @Test
    void the_machines_that_programs_are_bundled_for_are_known_by_all_their_names() {
        assertThat(Architecture.of("Linux", "amd64")).isEqualTo(Architecture.of("Linux", "x86_64"));
        assertThat(Architecture.of("Linux", "aarch64")).isEqualTo(Architecture.ARM64);
    }

    @Test
    void every_bundled_archive_is_on_the_class_path() {
        for (Architecture architecture : Architecture.values()) {
            assertThat(getClass().getClassLoader().getResource(architecture.archive()))
                    .as(architecture.archive())
                    .isNotNull();
        }
    }

    @Test
    void another_machine_is_named_with_what_to_do() {
        assertThatThrownBy(() -> Architecture.of("Linux", "riscv64"))
                .hasMessageContaining("Linux riscv64")
                .hasMessageContaining("URL of a PostgreSQL");
        assertThatThrownBy(() -> Architecture.of("Mac OS X", "aarch64")).hasMessageContaining("Mac OS X aarch64");
    }

    @Test
    void delays_double_up_to_half_a_minute_and_never_end() {
        List<Long> millis = Stream.iterate(Backoff.NONE, Backoff::next)
                .limit(13)
                .map(backoff -> backoff.delay().toMillis())
                .toList();

        assertThat(millis)
                .containsExactly(
                        0L, 100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 12_800L, 25_600L, 30_000L, 30_000L,
                        30_000L);
        assertThat(new Backoff(1_000_000).delay()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void settings_out_of_range_are_named_with_their_value() {
        PostgresSettings settings = PostgresSettings.defaults();

        assertThatThrownBy(() -> settings.withPort(70_000)).hasMessage("port (70000) must be 1 to 65535");
        assertThatThrownBy(() -> settings.withTimeouts(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .hasMessageContaining("startTimeout (PT0S)");
    }

    @Test
    void a_pid_file_is_read_as_far_as_it_is_written() throws IOException {
        Path file = PidFile.in(folder);

        assertThat(PidFile.read(folder)).isEmpty();
        Files.writeString(file, "");
        assertThat(PidFile.read(folder)).isEmpty();
        Files.writeString(file, "42\n/data\n1700000000\n");
        assertThat(PidFile.read(folder)).contains(new PidFile(42, 0, false));
        Files.writeString(file, "42\n/data\n1700000000\n5432\n\n127.0.0.1\n 1 2\nstarting\n");
        assertThat(PidFile.read(folder)).contains(new PidFile(42, 5_432, false));
        Files.writeString(file, "42\n/data\n1700000000\n5432\n\n127.0.0.1\n 1 2\nready   \n");
        assertThat(PidFile.read(folder)).contains(new PidFile(42, 5_432, true));
    }

    @Test
    void a_process_that_has_ended_is_not_mistaken_for_one_with_the_same_pid() {
        ServerProcess ourselves =
                ServerProcess.of(ProcessHandle.current().pid()).orElseThrow();

        assertThat(ourselves.alive()).isTrue();
        assertThat(new ServerProcess(ourselves.pid(), ourselves.startTicks() - 1).alive())
                .isFalse();
    }

    @Test
    void the_test_server_gives_every_caller_an_empty_database() throws Exception {
        DatabaseAccess first = TestPostgres.freshDatabase();
        Sql.execute(first, "CREATE TABLE one (n int)");

        DatabaseAccess second = TestPostgres.freshDatabase();
        DatabaseAccess copy = TestPostgres.copyOf(first);

        assertThat(Sql.value(second, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
                .isEqualTo("0");
        assertThat(Sql.value(copy, "SELECT count(*) FROM one")).isEqualTo("0");
    }
}
