package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Every way to misbehave, as a caller sees it. */
final class FaultTest {

    private static final Engine engine = new Engine();

    private static final String TEN = "\"max_tokens\": 10, \"ignore_eos\": true";
    private static final String STREAM = TEN + ", \"stream\": true, \"stream_options\": {\"include_usage\": true}";

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Test
    void an_error_comes_before_the_head_and_moves_no_engine_counter() {
        Page before = engine.metrics();
        try (Call call = engine.chat(STREAM, "X-Simulate-Error: 500")) {
            assertThat(call.status()).isEqualTo(500);
            assertThat(Engine.json(call.body()).at("/error/code").intValue()).isEqualTo(500);
        }
        assertThat(engine.metrics().since(before).keySet()).noneMatch(key -> key.startsWith("vllm:"));
    }

    @Test
    void an_error_may_say_when_to_come_back() {
        try (Call call = engine.chat(TEN, "X-Simulate-Error: 429", "X-Simulate-Retry-After: 2")) {
            assertThat(call.status()).isEqualTo(429);
            assertThat(call.header("retry-after")).contains("2");
        }
    }

    @Test
    void a_hanging_engine_says_nothing_while_its_health_is_good() {
        try (Call call = engine.chat(STREAM, "X-Simulate-Hang: true")) {
            try (Call health = engine.open("GET", "/health", "")) {
                assertThat(health.status()).isEqualTo(200);
            }
            assertThat(call.hasNothingFor(200)).isTrue();
        }
    }

    @Test
    void a_stalled_stream_keeps_its_place_until_its_caller_leaves() {
        try (Engine alone = new Engine();
                Call call = alone.chat(STREAM, "X-Simulate-Stall-After-Tokens: 3")) {
            for (int i = 0; i < 4; i++) {
                assertThat(call.chunk()).isPresent();
            }
            assertThat(call.hasNothingFor(200)).isTrue();
            assertThat(alone.metrics().vllm("num_requests_running")).isEqualTo(1);
            call.leave();
            assertThat(alone.awaitIdle().vllm("generation_tokens_total")).isEqualTo(3);
        }
    }

    @Test
    void dying_closes_the_socket_in_the_middle() {
        try (Engine alone = new Engine();
                Call call = alone.chat(STREAM, "X-Simulate-Die-After-Tokens: 4")) {
            assertThat(call.status()).isEqualTo(200);
            assertThatThrownBy(call::chunks).hasRootCauseInstanceOf(EOFException.class);
            Page page = alone.awaitIdle();
            assertThat(page.vllm("generation_tokens_total")).isEqualTo(4);
            assertThat(page.successes("length")).isZero();
        }
    }

    @Test
    void dying_before_a_unary_answer_leaves_nothing() {
        try (Call call = engine.chat(TEN, "X-Simulate-Die-After-Tokens: 4")) {
            assertThatThrownBy(call::status).hasRootCauseInstanceOf(EOFException.class);
        }
    }

    @Test
    void an_engine_failure_in_a_stream_is_an_event_before_done_as_in_vllm() throws Exception {
        Events events = engine.events(TEN, "X-Simulate-Error-After-Tokens: 4");
        Events sample = Events.of(Sample.response("fail/term-stream.raw").body());

        assertThat(events.tokens()).hasSize(4);
        int size = sample.data().size();
        assertThat(events.data())
                .endsWith(sample.data().get(size - 2), sample.data().get(size - 1));
    }

    @Test
    void an_engine_failure_in_a_unary_answer_is_a_500_as_in_vllm() throws Exception {
        try (Call call = engine.chat(TEN, "X-Simulate-Error-After-Tokens: 4")) {
            assertThat(call.status()).isEqualTo(500);
            assertThat(call.body())
                    .isEqualTo(Sample.response("fail/term-nonstream.raw").rest());
        }
    }

    @Test
    void a_stream_can_end_in_order_with_nothing_said_of_its_end() {
        Events events = engine.events(TEN, "X-Simulate-End-After-Tokens: 4");

        assertThat(events.isDone()).isFalse();
        assertThat(events.tokens()).hasSize(4);
        assertThat(events.json().getLast().at("/choices/0/finish_reason").isNull())
                .isTrue();
    }

    @Test
    void a_stream_can_end_without_done() {
        Events events = engine.events(TEN, "X-Simulate-No-Done: true");

        assertThat(events.isDone()).isFalse();
        assertThat(events.json().getLast().at("/choices/0/finish_reason").asString())
                .isEqualTo("length");
    }

    @Test
    void lines_can_end_with_crlf() {
        try (Call call = engine.chat(STREAM, "X-Simulate-Crlf: true")) {
            String body = call.body();
            assertThat(body).endsWith("data: [DONE]\r\n\r\n");
            assertThat(body.replace("\r\n", "")).doesNotContain("\n");
        }
    }

    @Test
    void comments_keep_a_silent_stream_alive() {
        try (Call call = engine.chat(STREAM, "X-Simulate-Keepalive-Ms: 5", "X-Simulate-Ttft-Ms: 60000")) {
            for (int i = 0; i < 5; i++) {
                assertThat(call.chunk()).contains(": keepalive\n\n");
            }
        }
    }

    @Test
    void events_can_leave_in_pieces_that_cut_anything() {
        try (Call call = engine.chat(STREAM, "X-Simulate-Split-Bytes: 7")) {
            List<String> chunks = call.chunks();
            assertThat(chunks).allSatisfy(chunk -> assertThat(chunk.length()).isLessThanOrEqualTo(7));
            Events events = Events.of(String.join("", chunks));
            assertThat(events.isDone()).isTrue();
            assertThat(events.tokens()).hasSize(10);
        }
    }

    @Test
    void the_first_line_can_be_very_long() {
        Events events = engine.events(TEN, "X-Simulate-Line-Bytes: 1048576");

        assertThat(events.data().getFirst().length()).isGreaterThan(1_048_576);
        assertThat(events.data().get(1).length()).isLessThan(1000);
        assertThat(events.tokens()).hasSize(10);
    }

    @Test
    void the_final_usage_can_ride_on_the_last_choice() {
        Events events = engine.events(
                TEN + ", \"stream_options\": {\"include_usage\": true}", "X-Simulate-Usage-On-Choices: true");

        assertThat(events.json()).noneMatch(chunk -> chunk.get("choices").isEmpty());
        assertThat(events.json().getLast().at("/usage/completion_tokens").intValue())
                .isEqualTo(10);
    }

    @Test
    void a_request_can_ask_for_its_own_pace() {
        Page before = engine.metrics();
        engine.answer("\"max_tokens\": 5, \"ignore_eos\": true", "X-Simulate-Token-Ms: 50", "X-Simulate-Ttft-Ms: 120");
        Page after = engine.awaitMetrics(page -> page.successes("length") > before.successes("length"));

        assertThat(after.vllm("time_to_first_token_seconds_sum") - before.vllm("time_to_first_token_seconds_sum"))
                .isGreaterThanOrEqualTo(0.12);
        assertThat(after.vllm("e2e_request_latency_seconds_sum") - before.vllm("e2e_request_latency_seconds_sum"))
                .isGreaterThanOrEqualTo(0.32);
    }

    @Test
    void an_unknown_fault_or_a_bad_value_is_named() {
        try (Call call = engine.chat(TEN, "X-Simulate-Erorr: 500")) {
            assertThat(call.status()).isEqualTo(400);
            assertThat(call.body()).contains("X-Simulate-Erorr is no fault");
        }
        try (Call call = engine.chat(TEN, "X-Simulate-Error: 200")) {
            assertThat(call.body()).contains("X-Simulate-Error (200) must be a whole number from 400 to 599");
        }
        try (Call call = engine.chat(TEN, "X-Simulate-Crlf: yes")) {
            assertThat(call.body()).contains("X-Simulate-Crlf (yes) must be true");
        }
    }

    @Test
    void header_names_are_spelled_as_documented() {
        assertThat(Fault.DIE_AFTER_TOKENS.header()).isEqualTo("X-Simulate-Die-After-Tokens");
        assertThat(Fault.valueOf("CRLF").header()).isEqualTo("X-Simulate-Crlf");
        assertThat(Optional.of(Fault.TTFT_MS.header())).contains("X-Simulate-Ttft-Ms");
    }
}
