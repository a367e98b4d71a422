package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.UsageRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many at a time, and slow ones. */
final class LoadTest {
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

    @Test
    void two_hundred_streams_at_a_time_are_relayed_whole_and_counted_to_the_token() throws Exception {
        house.engine(EngineKind.SIMULATOR, 128, "--tokens-per-second", "50")
                .engine(EngineKind.SIMULATOR, 128, "--tokens-per-second", "50")
                .start();
        List<Integer> pieces = Crowd.act(200, i -> () -> {
            try (Caller caller = house.caller()) {
                Caller.Answer answer =
                        caller.chat(house.key.text(), Bodies.stream(40)).answer();
                assertThat(answer.body()).endsWith("data: [DONE]\n\n");
                return answer.body().split("\"delta\"").length - 1;
            }
        });
        assertThat(pieces).allMatch(count -> count > 1);
        List<UsageRecord> records = house.records(200);
        Counters counters = Counters.of(house.engines);
        assertThat(records).allMatch(record -> record.outcome() == Outcome.COMPLETED && !record.estimated());
        assertThat(records.stream()
                        .mapToLong(record -> record.tokens().prompt())
                        .sum())
                .isEqualTo(counters.prompt());
        assertThat(records.stream()
                        .mapToLong(record -> record.tokens().completion())
                        .sum())
                .isEqualTo(counters.generation())
                .isEqualTo(200 * 40);
    }

    @Test
    void whatever_callers_do_every_request_that_reached_an_engine_is_settled_once() throws Exception {
        house.engine(EngineKind.SIMULATOR, 20, "--tokens-per-second", "300").start();
        long seed = 42;
        Crowd.act(40, i -> () -> {
            Random random = new Random(seed + i);
            for (int round = 0; round < 5; round++) {
                behave(random);
            }
            return i;
        });
        await().until(() -> house.metric("wellfield_gateway_requests_in_flight") == 0);
        double abandoned = house.metric("wellfield_gateway_abandoned_total");
        List<UsageRecord> records = house.records(200 - (int) abandoned);
        assertThat(records.stream().map(UsageRecord::requestId)).doesNotHaveDuplicates();
        await().until(() -> Counters.of(house.engines).running() == 0);
        Counters counters = Counters.of(house.engines);
        assertThat(records.stream()
                        .mapToLong(record -> record.tokens().completion())
                        .sum())
                .as("seed %d", seed)
                .isLessThanOrEqualTo(counters.generation());
        assertThat(house.metric("wellfield_gateway_engine_requests_in_flight{")).isZero();
        assertThat(house.metric("wellfield_gateway_queue_length{")).isZero();
    }

    private void behave(Random random) throws IOException {
        String body =
                random.nextBoolean() ? Bodies.stream(1 + random.nextInt(60)) : Bodies.whole(1 + random.nextInt(60));
        String fault = switch (random.nextInt(6)) {
            case 0 -> "X-Simulate-Die-After-Tokens: " + (1 + random.nextInt(20));
            case 1 -> "X-Simulate-Error-After-Tokens: " + (1 + random.nextInt(20));
            case 2 -> "X-Simulate-Error: 500";
            default -> "X-Nothing: 1";
        };
        try (Caller caller = house.caller().chat(house.key.text(), body, fault)) {
            switch (random.nextInt(4)) {
                case 0 -> caller.slam();
                case 1 -> {
                    caller.head();
                    caller.leave();
                }
                default -> caller.answer();
            }
        }
    }

    @Test
    void a_slow_caller_slows_the_engine_down_instead_of_filling_memory() throws Exception {
        AtomicLong written = new AtomicLong();
        try (ScriptedEngine endless = new ScriptedEngine((number, out) -> endless(out, written))) {
            house.endpoint(EngineKind.OTHER, endless.url(), 4).start();
            try (Caller slow = house.caller().chat(house.key.text(), Bodies.stream(50))) {
                slow.until("\n\n");
                AtomicLong before = new AtomicLong(-1);
                // It stands still once the buffers of both connections are full.
                await().pollInterval(Duration.ofMillis(500))
                        .until(() -> before.getAndSet(written.get()) == written.get());
                assertThat(written.get()).isLessThan(64L << 20);

                for (int i = 0; i < 20_000; i++) {
                    slow.until("\n\n");
                }
                assertThat(written.get()).isGreaterThan(before.get());
            }
            assertThat(house.record().outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
        }
    }

    private static boolean endless(OutputStream out, AtomicLong written) throws IOException {
        out.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] piece = ScriptedEngine.piece("x".repeat(1_000)).getBytes(StandardCharsets.US_ASCII);
        while (true) {
            out.write(piece);
            written.addAndGet(piece.length);
        }
    }
}
