package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.serving.LocalAllowances;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database can be away for a while; the gateway itself can be ended in order at any time. */
final class AwayTest {
    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() {
        house = new House(data);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private int once() throws Exception {
        try (Caller caller = house.caller()) {
            return caller.chat(house.key.text(), Bodies.whole(3)).answer().status();
        }
    }

    @Test
    void records_wait_for_the_sink_and_each_comes_once() throws Exception {
        house.engine("--tokens-per-second", "1000").start();
        house.sink.setAway(true);
        for (int i = 0; i < 20; i++) {
            assertThat(once()).isEqualTo(200);
        }
        await().until(() -> house.metric("wellfield_gateway_journal_lag_seconds") > 0);
        assertThat(house.metric("wellfield_gateway_journal_unshipped_bytes")).isPositive();

        house.sink.setAway(false);

        house.records(20);
        assertThat(house.sink.repeated()).isZero();
        await().until(() -> house.metric("wellfield_gateway_journal_unshipped_bytes") == 0);
    }

    @Test
    void without_word_from_the_database_new_requests_are_refused_and_running_ones_go_on() throws Exception {
        house.settings(all -> all.with(all.timeouts().withViewAge(Duration.ofSeconds(2))))
                .engine("--tokens-per-second", "20")
                .start();
        try (Caller running = house.caller().chat(house.key.text(), Bodies.stream(5_000))) {
            running.until("\n\n");
            house.views.setAway(true);

            await().until(() -> once() == 503);
            try (Caller caller = house.caller()) {
                assertThat(caller.get("/readyz", "").answer().status()).isEqualTo(503);
                assertThat(caller.get("/healthz", "").answer().status()).isEqualTo(200);
                assertThat(caller.chat(house.key.text(), Bodies.whole(3))
                                .answer()
                                .body())
                        .contains("database_unavailable");
            }
            running.until("\n\n");
            running.until("\n\n");

            house.views.setAway(false);
            await().until(() -> once() == 200);
            try (Caller caller = house.caller()) {
                assertThat(caller.get("/readyz", "").answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_gateway_starts_with_its_last_view_while_the_database_is_away() throws Exception {
        house.engine("--tokens-per-second", "1000").start();
        assertThat(once()).isEqualTo(200);
        house.gateway().close(Duration.ZERO);
        Path view = data.resolve("view.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(view)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(view)).doesNotContain(house.key.text());
        house.views.setAway(true);

        house.start();

        assertThat(once()).isEqualTo(200);
    }

    @Test
    void a_gateway_without_any_view_refuses_until_there_is_one() throws Exception {
        house.engine("--tokens-per-second", "1000");
        house.views.setAway(true);
        house.startUnready();
        assertThat(once()).isEqualTo(503);

        house.views.setAway(false);

        await().until(() -> once() == 200);
    }

    @Test
    void a_view_on_the_disk_that_is_damaged_is_none() throws Exception {
        Files.writeString(data.resolve("view.json"), "{\"revision\":7,\"keysByHash\":");
        house.engine("--tokens-per-second", "1000");
        house.views.setAway(true);

        house.startUnready();

        assertThat(once()).isEqualTo(503);
    }

    @Test
    void closing_lets_a_stream_finish_and_takes_nothing_new() throws Exception {
        house.engine("--tokens-per-second", "50").start();
        try (Caller running = house.caller().chat(house.key.text(), Bodies.stream(60));
                Caller kept = house.caller()) {
            running.until("\n\n");
            assertThat(kept.get("/healthz", "").answer().status()).isEqualTo(200);
            Thread closing = Thread.ofVirtual().start(() -> house.gateway().close(Duration.ofSeconds(20)));
            await().until(() -> {
                try (Caller late = house.caller()) {
                    return late.chat(house.key.text(), Bodies.whole(3)).answer().status() == 503;
                } catch (IOException refused) {
                    return true;
                }
            });

            assertThat(running.until("[DONE]")).contains("data:");

            closing.join();
        }
        UsageRecord record = house.record();
        assertThat(record.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(record.tokens().completion()).isEqualTo(60);
    }

    @Test
    void what_outlasts_the_drain_is_ended_as_an_error_and_settled() throws Exception {
        house.engine("--tokens-per-second", "50").start();
        try (Caller running = house.caller().chat(house.key.text(), Bodies.stream(5_000));
                Caller whole = house.caller().chat(house.key.text(), Bodies.whole(5_000))) {
            running.until("\n\n");
            await().until(() -> house.metric("wellfield_gateway_requests_in_flight") == 2);

            house.gateway().close(Duration.ofMillis(200));

            assertThat(running.until("shutting_down")).contains("event: error");
            assertThat(whole.answer().status()).isEqualTo(503);
        }
        assertThat(house.sink.records()).hasSize(2).allMatch(record -> record.outcome() == Outcome.DEADLINE);
    }

    @Test
    void a_port_that_is_taken_is_named() throws Exception {
        house.engine().start();
        GatewaySettings taken = GatewaySettings.of(data.resolve("other")).listeningOn("127.0.0.1", house.port());

        assertThatThrownBy(() ->
                        Gateway.start(taken, house.views, house.sink, new LocalAllowances(), InstantSource.system()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("127.0.0.1:" + house.port());
    }

    @Test
    void a_data_folder_that_is_in_use_is_named() throws Exception {
        house.engine().start();

        assertThatThrownBy(() -> Gateway.start(
                        GatewaySettings.of(data),
                        house.views,
                        house.sink,
                        new LocalAllowances(),
                        InstantSource.system()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use by another gateway");
    }
}
