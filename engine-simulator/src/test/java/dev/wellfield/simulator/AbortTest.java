package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller who leaves frees the engine at once, and the counters keep what vLLM's keep. */
final class AbortTest {

    private static final String LONG = "\"max_tokens\": 900, \"temperature\": 0, \"ignore_eos\": true";
    private static final String STREAM = LONG
            + ", \"stream\": true, \"stream_options\": {\"include_usage\": true, \"continuous_usage_stats\": true}";

    @ParameterizedTest
    @ValueSource(strings = {"normal/07-abort-stream-half", "normal/08-abort-nonstream"})
    void the_same_counters_move_as_when_vllms_caller_leaves(String name) {
        try (Engine engine = new Engine("--enable-prefix-caching", "--tokens-per-second", "100")) {
            Page before = engine.metrics();
            try (Call call = engine.chat(name.contains("nonstream") ? LONG : STREAM)) {
                engine.awaitMetrics(page -> page.vllm("generation_tokens_total") > 5);
                call.leave();
            }
            engine.awaitIdle();
            Page after = engine.awaitMetrics(page -> page.served("/v1/chat/completions", "POST", "2xx") == 1);

            Map<String, Double> moved = after.since(before);
            Set<String> expected = new TreeSet<>(Sample.moved(name).keySet());
            // vLLM's web framework prepares the 4 bytes "null" for the caller who isn't there any more.
            expected.removeIf(key -> key.startsWith("http_response_size_bytes_sum"));
            assertThat(moved.keySet()).isEqualTo(expected);
            assertThat(after.vllm("prompt_tokens_total")).isEqualTo(11);
            assertThat(after.vllm("time_to_first_token_seconds_count")).isEqualTo(1);
            assertThat(after.vllm("iteration_tokens_total_sum")).isEqualTo(11 + after.vllm("generation_tokens_total"));
            assertThat(after.successes("abort")).isZero();
        }
    }

    @Test
    void a_stream_left_in_the_middle_counts_what_was_made_and_little_more() {
        try (Engine engine = new Engine("--tokens-per-second", "100")) {
            int seen = 0;
            try (Call call = engine.chat(STREAM)) {
                for (Optional<String> chunk = call.chunk(); seen < 10; chunk = call.chunk()) {
                    seen = Events.of(chunk.orElseThrow())
                            .json()
                            .getFirst()
                            .at("/usage/completion_tokens")
                            .intValue();
                }
            }
            Page page = engine.awaitIdle();

            assertThat(page.vllm("generation_tokens_total")).isBetween(10.0, 110.0);
            assertThat(page.vllm("kv_cache_usage_perc")).isZero();
        }
    }

    @Test
    void leaving_before_the_first_token_counts_nothing() {
        try (Engine engine = new Engine("--ttft-ms", "600000")) {
            Page before = engine.metrics();
            try (Call call = engine.chat(STREAM)) {
                engine.awaitMetrics(page -> page.vllm("num_requests_running") == 1);
                call.leave();
            }
            Page after = engine.awaitIdle();

            assertThat(after.since(before).keySet()).noneMatch(key -> key.startsWith("vllm:"));
        }
    }

    @Test
    void leaving_the_queue_frees_the_place_in_it_and_counts_nothing() {
        try (Engine engine = new Engine("--max-num-seqs", "1", "--ttft-ms", "600000")) {
            try (Call running = engine.chat(STREAM)) {
                engine.awaitMetrics(page -> page.vllm("num_requests_running") == 1);
                try (Call queued = engine.chat(LONG)) {
                    engine.awaitMetrics(page -> page.vllm("num_requests_waiting") == 1);
                    queued.leave();
                }
                Page page = engine.awaitMetrics(p -> p.vllm("num_requests_waiting") == 0);
                assertThat(page.vllm("num_requests_running")).isEqualTo(1);
                assertThat(page.vllm("prompt_tokens_total")).isZero();
                assertThat(running.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void who_leaves_makes_room_for_the_next_in_the_queue() {
        try (Engine engine = new Engine("--max-num-seqs", "1", "--tokens-per-second", "100")) {
            try (Call first = engine.chat(STREAM)) {
                assertThat(first.chunk()).isPresent();
                try (Call second = engine.chat("\"max_tokens\": 3")) {
                    engine.awaitMetrics(page -> page.vllm("num_requests_waiting") == 1);
                    first.leave();
                    assertThat(Engine.json(second.body())
                                    .at("/usage/completion_tokens")
                                    .intValue())
                            .isEqualTo(3);
                }
            }
            Page page = engine.awaitIdle();
            assertThat(page.successes("length")).isEqualTo(1);
            assertThat(page.vllm("request_queue_time_seconds_sum")).isGreaterThan(0);
            assertThat(page.vllm("request_success_total")).isNaN();
        }
    }

    @Test
    void a_half_closed_socket_counts_as_left() {
        try (Engine engine = new Engine("--tokens-per-second", "100")) {
            try (Call call = engine.chat(STREAM)) {
                assertThat(call.chunk()).isPresent();
                call.halfClose();
                assertThat(engine.awaitIdle().vllm("generation_tokens_total")).isLessThan(200);
            }
        }
    }

    @Test
    void all_answers_of_a_request_end_when_its_caller_leaves() {
        try (Engine engine = new Engine("--tokens-per-second", "100")) {
            try (Call call = engine.chat("\"max_tokens\": 900, \"n\": 3, \"ignore_eos\": true")) {
                engine.awaitMetrics(page -> page.vllm("num_requests_running") == 3);
                engine.awaitMetrics(page -> page.vllm("prompt_tokens_total") == 33);
                call.leave();
            }
            Page page = engine.awaitIdle();
            assertThat(page.vllm("request_params_n_count")).isZero();
            assertThat(page.vllm("iteration_tokens_total_sum"))
                    .isCloseTo(33 + page.vllm("generation_tokens_total"), within(0.0));
        }
    }
}
