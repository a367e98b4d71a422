package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.UsageRecord;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which engine gets a request, and what happens when it is gone, ill or silent. */
final class EnginesTest {
    private static final String ANSWER = "{\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}";

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

    private Caller.Answer once() throws Exception {
        return once(Bodies.whole(3));
    }

    private Caller.Answer once(String body) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.chat(house.key.text(), body).answer();
        }
    }

    @Test
    void the_least_busy_engine_gets_the_next_request() throws Exception {
        house.engine("--tokens-per-second", "20")
                .engine("--tokens-per-second", "20")
                .start();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Caller caller = house.caller().chat(house.key.text(), Bodies.stream(5_000));
            caller.until("\n\n");
            callers.add(caller);
        }
        for (var engine : house.engines) {
            assertThat(Counters.of(List.of(engine)).running()).isEqualTo(3);
        }
        for (Caller caller : callers) {
            caller.leave();
        }
        assertThat(house.records(6).stream()
                        .collect(Collectors.groupingBy(UsageRecord::endpointId, Collectors.counting()))
                        .values())
                .containsExactly(3L, 3L);
    }

    @Test
    void an_engine_that_cant_be_reached_is_passed_over_and_nothing_is_settled_twice() throws Exception {
        house.engine("--tokens-per-second", "1000")
                .engine("--tokens-per-second", "1000")
                .start();
        house.engines.getFirst().kill();

        for (int i = 0; i < 4; i++) {
            assertThat(once().status()).isEqualTo(200);
        }

        assertThat(house.records(4)).allMatch(record -> record.outcome() == Outcome.COMPLETED);
        assertThat(house.metric("wellfield_gateway_retries_total")).isBetween(0.0, 1.0);
        assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero();
    }

    @Test
    void when_the_only_engine_cant_be_reached_requests_wait_for_it_and_then_are_told() throws Exception {
        house.settings(all -> all.with(all.timeouts().withQueue(Duration.ofSeconds(1))))
                .engine()
                .start();
        house.engines.getFirst().kill();
        await().until(() -> house.metric("wellfield_gateway_engine_ready{") == 0);

        Caller.Answer answer = once();

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("no_engine").contains("is well");
    }

    @Test
    void an_engine_that_is_ill_gets_nothing_until_it_is_well() throws Exception {
        try (ScriptedEngine ill = ScriptedEngine.answering(200, ANSWER);
                ScriptedEngine well = ScriptedEngine.answering(200, ANSWER)) {
            house.endpoint(EngineKind.VLLM, ill.url(), 4)
                    .endpoint(EngineKind.VLLM, well.url(), 4)
                    .start();
            ill.setHealthy(false);
            await().until(() -> house.metric("wellfield_gateway_engine_ready{") == 1);

            for (int i = 0; i < 4; i++) {
                once();
            }
            assertThat(well.heads()).hasSize(4);
            ill.setHealthy(true);
            await().until(() -> house.metric("wellfield_gateway_engine_ready{") == 2);
            once();
            once();
            assertThat(ill.heads()).isNotEmpty();
        }
    }

    @Test
    void a_connection_that_the_engine_closed_for_idleness_costs_nobody_a_request() throws Exception {
        // Closes every connection after one answer, without saying so.
        try (ScriptedEngine engine = new ScriptedEngine((number, out) -> answer(out))) {
            house.endpoint(EngineKind.VLLM, engine.url(), 4).start();
            for (int i = 0; i < 10; i++) {
                assertThat(once().status()).isEqualTo(200);
            }
            assertThat(house.records(10)).allMatch(record -> record.outcome() == Outcome.COMPLETED);
        }
    }

    private static boolean answer(OutputStream out) throws java.io.IOException {
        out.write("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(ANSWER.length(), ANSWER)
                .getBytes(StandardCharsets.US_ASCII));
        return false;
    }

    @Test
    void a_request_that_makes_an_engine_close_a_fresh_connection_is_not_tried_on_another() throws Exception {
        List<ScriptedEngine> engines =
                List.of(new ScriptedEngine((number, out) -> false), new ScriptedEngine((number, out) -> false));
        for (ScriptedEngine engine : engines) {
            house.endpoint(EngineKind.VLLM, engine.url(), 4);
        }
        house.start();

        // The probes' connection may be taken first; that one may be tried again.
        assertThat(once().status()).isEqualTo(502);

        assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
        assertThat(engines.get(0).heads().size() + engines.get(1).heads().size())
                .isLessThanOrEqualTo(2);
        engines.forEach(ScriptedEngine::close);
    }

    @Test
    void an_engine_that_takes_connections_but_never_answers_its_probe_is_not_ready() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            house.settings(all -> all.with(all.timeouts().withQueue(Duration.ofSeconds(1))))
                    .endpoint(EngineKind.VLLM, URI.create("http://127.0.0.1:" + silent.getLocalPort()), 4)
                    .startUnready();

            assertThat(once().status()).isEqualTo(503);
        }
    }

    @Test
    void an_engine_that_hangs_in_mid_stream_gets_nothing_new_while_another_is_there() throws Exception {
        house.settings(all -> all.with(all.timeouts().withHanging(Duration.ofMillis(700))))
                .engine("--tokens-per-second", "1000")
                .engine("--tokens-per-second", "1000")
                .start();
        Caller stuck = house.caller().chat(house.key.text(), Bodies.stream(50), "X-Simulate-Stall-After-Tokens: 2");
        stuck.until("\n\n");
        await().until(() -> house.metric("wellfield_gateway_engine_ready{") == 1);

        for (int i = 0; i < 6; i++) {
            assertThat(once().status()).isEqualTo(200);
        }
        assertThat(house.records(6).stream().map(UsageRecord::endpointId).distinct())
                .hasSize(1);

        stuck.leave();
        await().until(() -> house.sink.records().size() == 7);
        for (int i = 0; i < 4; i++) {
            once();
        }
        assertThat(house.records(11).stream()
                        .skip(7)
                        .map(UsageRecord::endpointId)
                        .distinct())
                .hasSize(2);
    }

    @Test
    void an_engine_that_thinks_long_about_an_answer_in_one_piece_is_not_taken_for_hanging() throws Exception {
        house.settings(all -> all.with(all.timeouts().withHanging(Duration.ofMillis(200))))
                .engine("--tokens-per-second", "1000")
                .start();
        try (Caller slow = house.caller().chat(house.key.text(), Bodies.whole(50), "X-Simulate-Ttft-Ms: 1500")) {
            await().pollInterval(Duration.ofMillis(300))
                    .until(() -> Counters.of(house.engines).running() == 1);

            assertThat(once().status()).isEqualTo(200);

            assertThat(slow.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void an_engine_that_owes_answers_and_neither_says_nor_counts_anything_is_stuck_until_it_does() throws Exception {
        house.settings(all -> all.with(all.timeouts().withStuck(Duration.ofSeconds(1))))
                .engine("--tokens-per-second", "1000")
                .start();
        try (Caller caller = house.caller()) {
            Caller.Answer never = caller.chat(house.key.text(), Bodies.whole(50), "X-Simulate-Hang: true")
                    .answer();

            assertThat(never.status()).isEqualTo(504);
            assertThat(never.body()).contains("said and counted nothing for 1 s");
        }
        assertThat(house.metric("wellfield_gateway_engine_ready{")).isZero();
        assertThat(house.record().outcome()).isEqualTo(Outcome.DEADLINE);

        assertThat(once().status()).as("one call tries it again").isEqualTo(200);

        assertThat(house.metric("wellfield_gateway_engine_ready{")).isEqualTo(1);
        assertThat(once().status()).isEqualTo(200);
    }

    @Test
    void an_engine_that_says_nothing_but_counts_on_is_not_stuck() throws Exception {
        house.settings(all -> all.with(all.timeouts().withStuck(Duration.ofMillis(1500))))
                .engine("--tokens-per-second", "4")
                .start();

        assertThat(once(Bodies.whole(16)).status()).isEqualTo(200);

        assertThat(house.record().tokens().completion()).isEqualTo(16);
    }

    @Test
    void a_slow_caller_does_not_make_its_engine_look_as_if_it_hung() throws Exception {
        house.settings(all -> all.with(all.timeouts().withHanging(Duration.ofMillis(300))));
        try (ScriptedEngine endless = new ScriptedEngine((number, out) -> {
            if (number > 1) {
                return answer(out);
            }
            out.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] piece = ScriptedEngine.piece("x".repeat(10_000)).getBytes(StandardCharsets.US_ASCII);
            while (true) {
                out.write(piece);
            }
        })) {
            house.endpoint(EngineKind.OTHER, endless.url(), 4).start();
            try (Caller slow = house.caller().chat(house.key.text(), Bodies.stream(50))) {
                slow.until("\n\n");
                await().during(Duration.ofMillis(600))
                        .until(() -> house.metric("wellfield_gateway_engine_ready{") == 1);

                assertThat(once().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void an_engine_that_falls_silent_or_never_begins_is_a_deadline() throws Exception {
        house.settings(all -> all.with(
                        all.timeouts().withSilence(Duration.ofSeconds(1)).withFirstByte(Duration.ofSeconds(1))))
                .engine("--tokens-per-second", "1000")
                .start();
        try (Caller caller = house.caller()) {
            Caller.Answer silent = caller.chat(house.key.text(), Bodies.stream(50), "X-Simulate-Stall-After-Tokens: 2")
                    .answer();
            assertThat(silent.body())
                    .contains("event: error")
                    .contains("deadline_exceeded")
                    .doesNotContain("[DONE]");
            Caller.Answer never = caller.chat(house.key.text(), Bodies.whole(50), "X-Simulate-Hang: true")
                    .answer();
            assertThat(never.status()).isEqualTo(504);
        }
        List<UsageRecord> records = house.records(2);
        assertThat(records).allMatch(record -> record.outcome() == Outcome.DEADLINE);
        assertThat(records.get(0).tokens().completion()).isEqualTo(2);
        assertThat(records.get(0).status()).isEqualTo(200);
        assertThat(records.get(1).tokens().completion()).isZero();
        assertThat(records.get(1).status()).isEqualTo(504);
        await().until(() -> Counters.of(house.engines).running() == 0);
    }

    @Test
    void a_request_has_a_longest_time_in_all() throws Exception {
        house.settings(all -> all.with(all.timeouts().withRequest(Duration.ofSeconds(1))))
                .engine("--tokens-per-second", "20")
                .start();
        try (Caller caller = house.caller()) {
            assertThat(caller.chat(house.key.text(), Bodies.stream(5_000))
                            .answer()
                            .body())
                    .contains("longer than 1 s");
        }
        assertThat(house.record().outcome()).isEqualTo(Outcome.DEADLINE);
        assertThat(house.record().tokens().completion()).isPositive();
    }

    @Test
    void an_engine_that_does_not_know_its_model_is_our_fault_and_not_the_callers() throws Exception {
        try (ScriptedEngine engine = ScriptedEngine.answering(404, "{\"error\":{\"message\":\"no such model\"}}")) {
            house.endpoint(EngineKind.VLLM, engine.url(), 4).start();

            Caller.Answer answer = once();

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.body()).contains("no such model");
        }
    }

    private static String refusal(int status) {
        return "HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".formatted(status);
    }

    @Test
    void an_engine_that_is_busy_or_gone_hands_its_request_to_another_once() throws Exception {
        for (int status : new int[] {502, 503, 504}) {
            try (House other = new House(data.resolve(String.valueOf(status)));
                    ScriptedEngine failing = ScriptedEngine.saying(refusal(status));
                    ScriptedEngine well = ScriptedEngine.answering(200, ANSWER)) {
                other.endpoint(EngineKind.VLLM, failing.url(), 4)
                        .endpoint(EngineKind.VLLM, well.url(), 4)
                        .start();
                try (Caller caller = other.caller()) {
                    for (int i = 0; i < 2; i++) {
                        assertThat(caller.chat(other.key.text(), Bodies.whole(3))
                                        .answer()
                                        .status())
                                .isEqualTo(200);
                    }
                }
                assertThat(failing.heads()).isNotEmpty();
                assertThat(well.heads()).hasSize(2);
                assertThat(other.records(2))
                        .allMatch(it ->
                                it.outcome() == Outcome.COMPLETED && it.tokens().prompt() == 3);
                assertThat(other.metric("wellfield_gateway_retries_total"))
                        .isEqualTo(failing.heads().size());
                assertThat(other.metric("wellfield_gateway_engine_requests_in_flight{"))
                        .isZero();
            }
        }
    }

    @Test
    void a_connection_that_breaks_before_the_answer_is_tried_with_another_engine() throws Exception {
        try (ScriptedEngine failing = ScriptedEngine.saying("");
                ScriptedEngine well = ScriptedEngine.answering(200, ANSWER)) {
            house.endpoint(EngineKind.VLLM, failing.url(), 4)
                    .endpoint(EngineKind.VLLM, well.url(), 4)
                    .start();

            assertThat(once().status()).isEqualTo(200);
            assertThat(once().status()).isEqualTo(200);

            assertThat(failing.heads()).isNotEmpty();
            assertThat(house.records(2)).allMatch(it -> it.outcome() == Outcome.COMPLETED);
        }
    }

    @Test
    void two_failures_are_the_end() throws Exception {
        try (ScriptedEngine first = ScriptedEngine.saying(refusal(503));
                ScriptedEngine second = ScriptedEngine.saying(refusal(503));
                ScriptedEngine third = ScriptedEngine.saying(refusal(503))) {
            house.endpoint(EngineKind.VLLM, first.url(), 4)
                    .endpoint(EngineKind.VLLM, second.url(), 4)
                    .endpoint(EngineKind.VLLM, third.url(), 4)
                    .start();

            Caller.Answer answer = once();

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("retry-after-ms")).isEqualTo("1000");
            assertThat(first.heads().size()
                            + second.heads().size()
                            + third.heads().size())
                    .isEqualTo(2);
            assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
        }
    }

    @Test
    void what_an_engine_has_against_the_request_is_not_tried_again() throws Exception {
        for (int status : new int[] {400, 429, 500}) {
            try (House other = new House(data.resolve(String.valueOf(status)));
                    ScriptedEngine one = ScriptedEngine.saying(refusal(status));
                    ScriptedEngine two = ScriptedEngine.saying(refusal(status))) {
                other.endpoint(EngineKind.VLLM, one.url(), 4)
                        .endpoint(EngineKind.VLLM, two.url(), 4)
                        .start();
                try (Caller caller = other.caller()) {
                    caller.chat(other.key.text(), Bodies.whole(3)).answer();
                }
                assertThat(one.heads().size() + two.heads().size()).isEqualTo(1);
            }
        }
    }

    @Test
    void a_stream_that_has_begun_is_never_tried_again() throws Exception {
        try (ScriptedEngine one = ScriptedEngine.streaming(ScriptedEngine.piece("a"));
                ScriptedEngine two = ScriptedEngine.streaming(ScriptedEngine.piece("a"))) {
            house.endpoint(EngineKind.VLLM, one.url(), 4)
                    .endpoint(EngineKind.VLLM, two.url(), 4)
                    .start();
            try (Caller caller = house.caller()) {
                assertThat(caller.chat(house.key.text(), Bodies.stream(3))
                                .answer()
                                .body())
                        .contains("event: error");
            }
            assertThat(one.heads().size() + two.heads().size()).isEqualTo(1);
        }
    }
}
