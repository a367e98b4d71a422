package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.simulator.EngineSimulator;
import dev.wellfield.simulator.SimulatorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of the gateway: what was settled is neither lost nor doubled, what was open gets its one end. */
final class CrashTest {
    private final EngineSimulator engine = new EngineSimulator(
            SimulatorOptions.of("--port", "0", "--model", "chat", "--ttft-ms", "5", "--tokens-per-second", "100"));

    @TempDir
    Path data;

    @BeforeEach
    void start() {
        engine.start();
    }

    @AfterEach
    void stop() {
        engine.kill();
    }

    @Test
    void a_broken_stream_is_settled_once_and_answers_that_were_given_stay_settled() throws Exception {
        List<String> answered = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.start(data, engine.baseUrl());
                Caller streaming = gateway.caller();
                Caller waiting = gateway.caller();
                Caller caller = gateway.caller()) {
            for (int i = 0; i < 5; i++) {
                answered.add(caller.chat(GatewayProcess.KEY.text(), Bodies.whole(3))
                        .answer()
                        .header("x-request-id"));
                answered.add(caller.chat(GatewayProcess.KEY.text(), Bodies.stream(3))
                        .answer()
                        .header("x-request-id"));
            }
            waiting.chat(GatewayProcess.KEY.text(), Bodies.stream(3), "X-Simulate-Ttft-Ms: 60000");
            streaming.chat(GatewayProcess.KEY.text(), Bodies.stream(5_000));
            // Long enough for its progress to be noted more than once.
            for (int i = 0; i < 250; i++) {
                streaming.until("\n\n");
            }
            await().until(() -> Counters.of(List.of(engine)).running() == 2);

            gateway.kill();
        }
        await().atMost(Duration.ofSeconds(3))
                .until(() -> Counters.of(List.of(engine)).running() == 0);

        for (int start = 0; start < 2; start++) {
            try (House house = new House(data).startUnready()) {
                List<UsageRecord> records = start == 0 ? house.records(12) : List.of();
                if (start == 1) {
                    await().until(() -> house.metric("wellfield_gateway_journal_unshipped_bytes") == 0);
                    assertThat(house.sink.records()).isEmpty();
                    return;
                }
                assertThat(house.sink.repeated()).isZero();
                assertThat(records.stream()
                                .filter(record -> record.outcome() == Outcome.COMPLETED)
                                .map(record -> record.requestId().toString()))
                        .containsExactlyElementsOf(answered);
                List<UsageRecord> crashed = records.stream()
                        .filter(record -> record.outcome() == Outcome.GATEWAY_CRASH)
                        .sorted(Comparator.comparingLong(
                                record -> record.tokens().prompt()))
                        .toList();
                assertThat(crashed).hasSize(2).allMatch(UsageRecord::estimated);
                assertThat(crashed.get(0).tokens()).isEqualTo(TokenCount.ZERO);
                assertThat(crashed.get(0).firstTokenAt()).isNull();
                assertThat(crashed.get(1).tokens().prompt()).isEqualTo(11);
                assertThat(crashed.get(1).tokens().completion())
                        .isBetween(80L, Counters.of(List.of(engine)).generation());
                await().until(() -> house.metric("wellfield_gateway_journal_unshipped_bytes") == 0);
            }
        }
    }

    @Test
    void whatever_the_moment_every_answer_that_was_given_is_recorded_exactly_once() throws Exception {
        Set<String> answered = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 3; round++) {
            try (GatewayProcess gateway = GatewayProcess.start(data, engine.baseUrl())) {
                List<Thread> callers = new ArrayList<>();
                for (int i = 0; i < 16; i++) {
                    String body = i % 2 == 0 ? Bodies.whole(2) : Bodies.stream(2);
                    callers.add(Thread.ofVirtual().start(() -> ask(gateway, body, answered)));
                }
                int before = answered.size();
                await().pollInterval(Duration.ofMillis(3)).until(() -> answered.size() > before + 50);
                gateway.kill();
                for (Thread caller : callers) {
                    caller.join();
                }
            }
        }

        try (House house = new House(data).startUnready()) {
            await().until(() ->
                    !house.sink.records().isEmpty() && house.metric("wellfield_gateway_journal_unshipped_bytes") == 0);
            List<UsageRecord> records = house.sink.records();
            assertThat(house.sink.repeated()).isZero();
            Set<String> completed = records.stream()
                    .filter(record -> record.outcome() == Outcome.COMPLETED)
                    .map(record -> record.requestId().toString())
                    .collect(Collectors.toSet());
            assertThat(completed).containsAll(answered);
        }
    }

    private static void ask(GatewayProcess gateway, String body, Set<String> answered) {
        try (Caller caller = gateway.caller()) {
            while (true) {
                Caller.Answer answer =
                        caller.chat(GatewayProcess.KEY.text(), body).answer();
                if (answer.status() == 200
                        && (answer.body().endsWith("}") || answer.body().contains("[DONE]"))) {
                    answered.add(answer.header("x-request-id"));
                }
            }
        } catch (IOException killed) {
            // As it should be.
        }
    }
}
