package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The batch, the queue, and time. */
final class SchedulingTest {

    private static final String LONG = "\"max_tokens\": 900, \"ignore_eos\": true";

    @Test
    void the_batch_takes_its_limit_and_others_wait_in_order() {
        try (Engine engine = new Engine("--max-num-seqs", "2", "--tokens-per-second", "200")) {
            List<Call> calls = new ArrayList<>();
            for (int i = 1; i <= 5; i++) {
                int inFlight = i;
                calls.add(engine.chat("\"max_tokens\": 20, \"ignore_eos\": true, \"stream\": true"));
                engine.awaitMetrics(page -> page.vllm("request_queue_time_seconds_count")
                                + page.vllm("num_requests_running")
                                + page.vllm("num_requests_waiting")
                        == inFlight);
            }
            Page full = engine.metrics();
            assertThat(full.vllm("num_requests_running")).isLessThanOrEqualTo(2);
            for (Call call : calls) {
                assertThat(Events.of(call.body()).isDone()).isTrue();
                call.leave();
            }
            assertThat(engine.awaitIdle().successes("length")).isEqualTo(5);
        }
    }

    @Test
    void a_waiting_stream_has_its_head_before_its_turn() {
        try (Engine engine = new Engine("--max-num-seqs", "1", "--ttft-ms", "600000");
                Call running = engine.chat(LONG + ", \"stream\": true")) {
            engine.awaitMetrics(page -> page.vllm("num_requests_running") == 1);
            try (Call waiting = engine.chat(LONG + ", \"stream\": true")) {
                assertThat(waiting.status()).isEqualTo(200);
                assertThat(waiting.header("content-type")).contains("text/event-stream; charset=utf-8");
            }
            assertThat(running.status()).isEqualTo(200);
        }
    }

    @Test
    void a_full_queue_refuses_in_vllms_words() throws Exception {
        try (Engine engine = new Engine("--max-num-seqs", "1", "--max-num-queued-reqs", "2", "--ttft-ms", "600000");
                Call running = engine.chat(LONG);
                Call waiting = engine.chat(LONG)) {
            engine.awaitMetrics(
                    page -> page.vllm("num_requests_running") == 1 && page.vllm("num_requests_waiting") == 1);
            try (Call refused = engine.chat(LONG)) {
                HttpText sample = Sample.response("queue/2.raw");
                assertThat(refused.status()).isEqualTo(sample.status()).isEqualTo(503);
                assertThat(refused.body()).isEqualTo(sample.rest());
                assertThat(refused.header("retry-after")).isEmpty();
            }
            Page page = engine.metrics();
            assertThat(page.samples())
                    .containsEntry(
                            "vllm:admission_rejections_total{model_name=\"tiny\",reason=\"max_num_queued_reqs\"}", 1.0);
            assertThat(page.served("/v1/chat/completions", "POST", "5xx")).isEqualTo(1);
            running.leave();
            engine.awaitMetrics(p -> p.vllm("num_requests_waiting") == 0);
            waiting.leave();
        }
    }

    @Test
    void every_answer_of_a_request_takes_a_place_in_the_queue() {
        try (Engine engine = new Engine("--max-num-queued-reqs", "3")) {
            assertThat(engine.answer("\"max_tokens\": 1, \"n\": 3").has("choices"))
                    .isTrue();
            assertThat(engine.answer("\"max_tokens\": 1, \"n\": 4")
                            .at("/error/code")
                            .intValue())
                    .isEqualTo(503);
        }
    }

    @Test
    void tokens_come_at_the_rate_that_was_asked_for() {
        try (Engine engine = new Engine("--ttft-ms", "100", "--tokens-per-second", "250")) {
            engine.answer("\"max_tokens\": 101, \"ignore_eos\": true");
            Page page = engine.awaitIdle();

            assertThat(page.vllm("time_to_first_token_seconds_sum")).isBetween(0.1, 1.5);
            assertThat(page.vllm("e2e_request_latency_seconds_sum")).isBetween(0.5, 2.0);
            assertThat(page.vllm("inter_token_latency_seconds_count")).isEqualTo(100);
        }
    }

    @Test
    void many_streams_at_once_all_get_everything() {
        try (Engine engine = new Engine("--max-num-seqs", "64", "--tokens-per-second", "500")) {
            List<Call> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                calls.add(engine.chat("\"max_tokens\": 30, \"ignore_eos\": true, \"stream\": true, \"seed\": " + i));
            }
            for (Call call : calls) {
                Events events = Events.of(call.body());
                assertThat(events.isDone()).isTrue();
                assertThat(Tokenizer.pieces(events.text(0))).hasSize(30);
                call.leave();
            }
            Page page = engine.awaitIdle();
            assertThat(page.vllm("generation_tokens_total")).isEqualTo(200 * 30);
            assertThat(page.vllm("prompt_tokens_total")).isEqualTo(200 * 11);
            assertThat(page.successes("length")).isEqualTo(200);
            assertThat(page.vllm("kv_cache_usage_perc")).isZero();
        }
    }
}
