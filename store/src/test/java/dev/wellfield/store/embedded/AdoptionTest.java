package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a start makes of that which an earlier, killed one left: never two servers, never lost data. */
class AdoptionTest {
    private static DataFolder folder;

    @BeforeAll
    static void make() throws IOException {
        folder = DataFolder.withData();
    }

    @AfterEach
    void settle() {
        folder.settle();
    }

    @AfterAll
    static void remove() throws IOException {
        folder.close();
    }

    @Test
    void the_server_of_a_killed_process_is_adopted_as_it_runs() throws Exception {
        String ready;
        try (ChildJvm child = ChildJvm.start(folder.path())) {
            ready = child.firstLine();
            child.kill();
        }

        EmbeddedPostgres server = folder.start();

        assertThat("ready %d %d".formatted(server.port(), server.pid())).isEqualTo(ready);
        assertThat(Sql.value(server.owner(), "SELECT 1")).isEqualTo("1");
        assertThat(folder.servers()).isOne();
        server.stop();
        assertThat(folder.processes().all()).isEmpty();
    }

    @Test
    void the_server_of_a_killed_process_can_be_ended_without_a_new_start() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder.path())) {
            assertThat(child.firstLine()).startsWith("ready");
            child.kill();
        }

        try (DataDirectoryLock lock = DataDirectoryLock.acquire(folder.path())) {
            assertThat(EmbeddedPostgres.endAbandoned(lock, PostgresSettings.defaults()))
                    .isTrue();
            assertThat(EmbeddedPostgres.endAbandoned(lock, PostgresSettings.defaults()))
                    .isFalse();
        }
        assertThat(folder.processes().all()).isEmpty();
    }

    @Test
    void a_process_that_holds_the_directory_is_named_to_the_second_one() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder.path())) {
            assertThat(child.firstLine()).startsWith("ready");

            assertThatThrownBy(folder::start)
                    .hasMessageContaining(folder.path().toString())
                    .hasMessageContaining("process " + child.pid())
                    .extracting("code")
                    .isEqualTo(Code.DATA_DIRECTORY_IN_USE);

            child.kill();
        }
        folder.start().stop();
    }

    @Test
    void an_adopted_server_is_looked_after_too() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder.path())) {
            assertThat(child.firstLine()).startsWith("ready");
            child.kill();
        }
        EmbeddedPostgres server = folder.start();
        long adopted = server.pid();

        ServerProcess.of(adopted).orElseThrow().signal(ServerProcess.Signal.KILL);

        assertThat(Deadline.in(Duration.ofSeconds(60))
                        .await(Duration.ofMillis(20), () -> server.isAlive() && server.pid() != adopted))
                .isTrue();
        server.stop();
    }

    @Test
    void a_server_that_runs_but_does_not_answer_is_replaced() throws Exception {
        String ready;
        try (ChildJvm child = ChildJvm.start(folder.path())) {
            ready = child.firstLine();
            child.kill();
        }
        String silent = ready.substring(ready.lastIndexOf(' ') + 1);
        DataFolder.run("sh", "-c", "kill -s STOP " + silent);
        PostgresSettings hurried = PostgresSettings.defaults()
                .withTimeouts(Duration.ofSeconds(60), Duration.ofMillis(300), Duration.ofSeconds(1));

        EmbeddedPostgres server = folder.start(hurried, PostgresListener.none());

        assertThat(Long.toString(server.pid())).isNotEqualTo(silent);
        assertThat(Sql.value(server.owner(), "SELECT 1")).isEqualTo("1");
        assertThat(folder.servers()).isOne();
        server.stop();
    }

    @Test
    void a_server_that_runs_with_other_settings_is_replaced() throws Exception {
        try (ChildJvm child = ChildJvm.start(folder.path())) {
            assertThat(child.firstLine()).startsWith("ready");
            child.kill();
        }
        int other = Ports.free(RandomGenerator.getDefault());

        EmbeddedPostgres server = folder.start(PostgresSettings.defaults().withPort(other), PostgresListener.none());

        assertThat(server.port()).isEqualTo(other);
        assertThat(folder.servers()).isOne();
        server.stop();
    }

    @Test
    void a_stale_pid_file_that_names_somebody_else_is_no_obstacle() throws Exception {
        Account account = Account.ofThisProcess();
        Process stranger = new ProcessBuilder(account.command(List.of("sleep", "1000"))).start();
        try {
            Path file = PidFile.in(folder.layout().cluster());
            Files.writeString(
                    file, stranger.pid() + "\n" + folder.layout().cluster() + "\n1\n5432\n\n127.0.0.1\n0\nready\n");
            account.own(file);

            EmbeddedPostgres server = folder.start();

            assertThat(server.pid()).isNotEqualTo(stranger.pid());
            assertThat(stranger.isAlive()).isTrue();
            server.stop();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void half_unpacked_programs_and_half_made_data_are_thrown_away() throws Exception {
        try (DataFolder bare = DataFolder.empty()) {
            Path halfUnpacked = bare.programs().resolveSibling(bare.programs().getFileName() + ".unfinished");
            Files.createDirectories(halfUnpacked.resolve("bin"));
            Files.writeString(halfUnpacked.resolve("bin/postgres"), "half of it");
            Files.createDirectories(bare.layout().unfinishedCluster().resolve("data"));
            Files.writeString(bare.layout().unfinishedCluster().resolve("data/PG_VERSION"), "17");

            EmbeddedPostgres server = bare.start();

            assertThat(Sql.value(server.owner(), "SELECT 1")).isEqualTo("1");
            assertThat(halfUnpacked).doesNotExist();
            assertThat(bare.layout().unfinishedCluster()).doesNotExist();
            server.stop();
        }
    }

    @Test
    void a_process_killed_while_it_makes_the_data_leaves_nothing_in_the_way() throws Exception {
        try (DataFolder bare = DataFolder.withData()) {
            Folders.remove(bare.layout().cluster());
            try (ChildJvm child = ChildJvm.start(bare.path())) {
                Path halfMade = bare.layout().unfinishedCluster().resolve("data/global");
                assertThat(Deadline.in(Duration.ofSeconds(60))
                                .await(Duration.ofMillis(1), () -> Files.isDirectory(halfMade)))
                        .isTrue();
                child.kill();
            }

            EmbeddedPostgres server = bare.start();

            assertThat(Sql.value(server.owner(), "SELECT 1")).isEqualTo("1");
            assertThat(bare.servers()).isOne();
            server.stop();
        }
    }

    @Test
    void programs_of_another_version_are_removed_once_the_new_ones_run() throws Exception {
        Path old = folder.layout().binaries().resolve("16.9.0-amd64");
        Files.createDirectories(old.resolve("bin"));

        folder.start().stop();

        assertThat(old).doesNotExist();
    }
}
