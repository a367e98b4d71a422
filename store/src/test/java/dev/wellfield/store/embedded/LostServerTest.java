package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.store.embedded.ServerProcess.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server is killed while we run. */
class LostServerTest {
    private final BlockingQueue<PostgresEvent> events = new LinkedBlockingQueue<>();
    private static DataFolder folder;
    private EmbeddedPostgres server;

    @BeforeAll
    static void make() throws IOException {
        folder = DataFolder.withData();
    }

    @AfterAll
    static void remove() throws IOException {
        folder.close();
    }

    @BeforeEach
    void start() {
        server = folder.start(PostgresSettings.defaults(), events::add);
    }

    @AfterEach
    void end() {
        server.stop();
        folder.settle();
    }

    @Test
    void a_killed_server_is_back_on_the_same_port_with_all_that_was_committed() throws Exception {
        DatabaseAccess before = server.owner();
        Sql.execute(before, "CREATE TABLE facts (n int)");
        Sql.execute(before, "INSERT INTO facts SELECT generate_series(1, 1000)");
        ServerProcess victim = ServerProcess.of(server.pid()).orElseThrow();

        victim.signal(Signal.KILL);

        assertThat(next()).isEqualTo(new PostgresEvent.Lost(victim.pid()));
        PostgresEvent.Restored restored = (PostgresEvent.Restored) next();
        assertThat(restored.pid()).isEqualTo(server.pid()).isNotEqualTo(victim.pid());
        assertThat(restored.outage()).isLessThan(Duration.ofSeconds(20));
        assertThat(server.isAlive()).isTrue();
        assertThat(server.owner()).isEqualTo(before);
        assertThat(Sql.value(before, "SELECT count(*) FROM facts")).isEqualTo("1000");
        assertThat(folder.servers()).isOne();
    }

    @Test
    void children_that_outlive_it_are_ended_before_the_next_one_starts() throws Exception {
        ServerProcess victim = ServerProcess.of(server.pid()).orElseThrow();
        ServerProcess lingering = folder.processes().all().stream()
                .filter(process -> process.pid() != victim.pid())
                .findFirst()
                .orElseThrow();
        DataFolder.run("sh", "-c", "kill -s STOP " + lingering.pid());

        victim.signal(Signal.KILL);

        assertThat(next()).isInstanceOf(PostgresEvent.Lost.class);
        assertThat(next()).isInstanceOf(PostgresEvent.Restored.class);
        assertThat(lingering.alive()).isFalse();
        assertThat(folder.servers()).isOne();
    }

    @Test
    void it_is_tried_again_for_as_long_as_it_takes_with_growing_delays() throws Exception {
        Path away = folder.programs().resolveSibling("away");
        Files.move(folder.programs(), away);

        ServerProcess.of(server.pid()).orElseThrow().signal(Signal.KILL);

        assertThat(next()).isInstanceOf(PostgresEvent.Lost.class);
        PostgresEvent.RestoreFailed first = (PostgresEvent.RestoreFailed) next();
        PostgresEvent.RestoreFailed second = (PostgresEvent.RestoreFailed) next();
        assertThat(second.attempt()).isEqualTo(first.attempt() + 1);
        assertThat(second.nextTryIn()).isEqualTo(first.nextTryIn().multipliedBy(2));
        assertThat(first.reason()).contains(folder.programs().toString());
        assertThat(server.isAlive()).isFalse();
        Files.move(away, folder.programs());
        assertThat(nextThatIsNotAFailure()).isInstanceOf(PostgresEvent.Restored.class);
        assertThat(Sql.value(server.owner(), "SELECT 1")).isEqualTo("1");
    }

    @Test
    void a_stop_ends_it_for_good_and_a_second_stop_does_nothing() throws Exception {
        server.stop();
        server.stop();

        assertThat(server.isAlive()).isFalse();
        assertThat(folder.processes().all()).isEmpty();
        assertThat(events).isEmpty();
        assertThatThrownBy(server::restart).hasMessageContaining("was stopped");
    }

    @Test
    void a_stop_is_bounded_even_if_the_server_does_not_listen() throws Exception {
        server.stop();
        PostgresSettings hurried = PostgresSettings.defaults()
                .withTimeouts(Duration.ofSeconds(30), Duration.ofMillis(200), Duration.ofSeconds(1));
        server = folder.start(hurried, events::add);
        DataFolder.run("sh", "-c", "kill -s STOP " + server.pid());

        server.stop();

        assertThat(folder.processes().all()).isEmpty();
    }

    @Test
    void a_stop_in_the_middle_of_the_tries_ends_them() throws Exception {
        Path away = folder.programs().resolveSibling("away");
        Files.move(folder.programs(), away);
        ServerProcess.of(server.pid()).orElseThrow().signal(Signal.KILL);
        assertThat(next()).isInstanceOf(PostgresEvent.Lost.class);
        assertThat(next()).isInstanceOf(PostgresEvent.RestoreFailed.class);

        server.stop();

        Files.move(away, folder.programs());
        assertThat(folder.processes().all()).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("postgres-supervisor-" + server.port()))
                        .filter(LostServerTest::stillRunsAfterAMoment))
                .isEmpty();
    }

    @Test
    void an_open_transaction_is_lost_with_the_server_and_nothing_else() throws Exception {
        Sql.execute(server.owner(), "CREATE TABLE drafts (n int)");
        try (Connection open = Sql.connect(server.owner());
                Statement statement = open.createStatement()) {
            statement.execute("INSERT INTO drafts VALUES (1)");
            open.setAutoCommit(false);
            statement.execute("INSERT INTO drafts VALUES (2)");

            ServerProcess.of(server.pid()).orElseThrow().signal(Signal.KILL);
            next();
            next();

            assertThatThrownBy(open::commit).isInstanceOf(SQLException.class);
        }
        assertThat(Sql.column(server.owner(), "SELECT n FROM drafts")).isEqualTo(List.of("1"));
    }

    private PostgresEvent next() throws InterruptedException {
        PostgresEvent event = events.poll(60, TimeUnit.SECONDS);
        assertThat(event).as("an event within a minute").isNotNull();
        return Objects.requireNonNull(event);
    }

    private PostgresEvent nextThatIsNotAFailure() throws InterruptedException {
        PostgresEvent event = next();
        return event instanceof PostgresEvent.RestoreFailed ? nextThatIsNotAFailure() : event;
    }

    private static boolean stillRunsAfterAMoment(Thread thread) {
        try {
            return !thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            throw Deadline.interrupted(e);
        }
    }
}
