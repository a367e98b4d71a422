package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Outcome;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller that leaves stops the engine at once, wherever its request is and however it leaves. */
final class LeavingTest {
    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    private interface Way {
        void leave(Caller caller) throws Exception;
    }

    private static final List<Way> WAYS = List.of(Caller::leave, Caller::slam, Caller::stopSending);

    @BeforeEach
    void open() {
        house = new House(data);
    }

    @AfterEach
    void close() {
        house.close();
    }

    /** Within a second, but for a machine that is busy with other things. */
    private void engineStops(long before) throws Exception {
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(3))
                .until(() -> Counters.of(house.engines).running() == before);
    }

    @Test
    void while_it_waits_in_the_queue() throws Exception {
        house.engine(EngineKind.SIMULATOR, 1, "--tokens-per-second", "10").start();
        try (Caller first = house.caller().chat(house.key.text(), Bodies.stream(5_000))) {
            first.until("\n\n");
            for (Way way : WAYS) {
                for (String body : List.of(Bodies.stream(5), Bodies.whole(5))) {
                    Caller waiting = house.caller().chat(house.key.text(), body);
                    await().until(() -> house.metric("wellfield_gateway_queue_length{") == 1);

                    way.leave(waiting);

                    await().atMost(Duration.ofSeconds(3))
                            .until(() -> house.metric("wellfield_gateway_queue_length{") == 0);
                    waiting.close();
                }
            }
            assertThat(house.metric("wellfield_gateway_abandoned_total")).isEqualTo(6);
            assertThat(house.metric("wellfield_gateway_requests_in_flight")).isEqualTo(1);
            assertThat(house.sink.records()).isEmpty();
        }
    }

    @Test
    void before_the_first_byte() throws Exception {
        house.engine().start();
        int left = 0;
        for (Way way : WAYS) {
            for (String body : List.of(Bodies.stream(5), Bodies.whole(5))) {
                Caller caller = house.caller().chat(house.key.text(), body, "X-Simulate-Ttft-Ms: 60000");
                await().until(() -> Counters.of(house.engines).running() == 1);

                way.leave(caller);

                engineStops(0);
                left++;
                caller.close();
            }
        }
        assertThat(house.records(left)).allMatch(record -> record.outcome() == Outcome.CLIENT_ABORTED);
        assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero();
    }

    @Test
    void in_mid_stream() throws Exception {
        house.engine("--tokens-per-second", "20").start();
        for (Way way : WAYS) {
            Caller caller = house.caller().chat(house.key.text(), Bodies.stream(5_000));
            caller.until("\n\n");

            way.leave(caller);

            engineStops(0);
            caller.close();
        }
        assertThat(house.records(3)).allMatch(record -> record.status() == 499);
    }

    @Test
    void in_a_stream_that_has_fallen_silent() throws Exception {
        house.engine().start();
        Caller caller = house.caller()
                .chat(
                        house.key.text(),
                        Bodies.stream(50),
                        "X-Simulate-Stall-After-Tokens: 2",
                        "X-Simulate-Token-Ms: 1");
        caller.until("\n\n");

        caller.leave();

        engineStops(0);
        assertThat(house.record().outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
    }

    @Test
    void a_caller_that_takes_nothing_any_more_counts_as_gone() throws Exception {
        house.settings(all -> all.with(all.timeouts().withSlowCaller(Duration.ofSeconds(1))));
        try (ScriptedEngine endless = new ScriptedEngine(LeavingTest::endless)) {
            house.endpoint(EngineKind.OTHER, endless.url(), 4).start();
            try (Caller _ = house.caller().chat(house.key.text(), Bodies.stream(50))) {
                assertThat(house.record().outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
                assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero();
            }
        }
    }

    private static boolean endless(int number, OutputStream out) throws java.io.IOException {
        out.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] piece = ScriptedEngine.piece("x".repeat(10_000)).getBytes(StandardCharsets.US_ASCII);
        while (true) {
            out.write(piece);
        }
    }
}
