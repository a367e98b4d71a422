package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

/** How an engine ends, and what its callers see of it. */
final class StopTest {

    private static final String LONG = "\"max_tokens\": 900, \"ignore_eos\": true";

    @Test
    void stopping_at_once_fails_what_runs_and_what_waits_in_vllms_words() throws Exception {
        Engine engine = new Engine("--max-num-seqs", "1", "--tokens-per-second", "100");
        try (Call stream = engine.chat(LONG + ", \"stream\": true")) {
            assertThat(stream.chunk()).isPresent();
            try (Call waiting = engine.chat(LONG)) {
                engine.awaitMetrics(page -> page.vllm("num_requests_waiting") == 1);

                engine.close();

                Events events = Events.of(stream.body());
                Events sample =
                        Events.of(Sample.response("fail/term-stream.raw").body());
                assertThat(events.data()
                                .subList(events.data().size() - 2, events.data().size()))
                        .isEqualTo(sample.data()
                                .subList(sample.data().size() - 2, sample.data().size()));
                assertThat(waiting.status()).isEqualTo(500);
                assertThat(waiting.body())
                        .isEqualTo(Sample.response("fail/term-nonstream.raw").rest());
            }
        }
    }

    @Test
    void draining_lets_running_requests_finish_and_refuses_new_ones_while_health_is_good() throws Exception {
        Engine engine = new Engine("--shutdown-timeout", "20", "--tokens-per-second", "100");
        try (Call stream = engine.chat("\"max_tokens\": 200, \"ignore_eos\": true, \"stream\": true")) {
            assertThat(stream.chunk()).isPresent();
            Thread stopper = Thread.ofVirtual().start(engine::close);

            String refusal = awaitRefusal(engine);
            assertThat(refusal).contains("cannot schedule new futures after shutdown", "\"code\":500");
            try (Call health = engine.open("GET", "/health", "")) {
                assertThat(health.status()).isEqualTo(200);
            }
            Events events = Events.of(stream.body());
            assertThat(events.isDone()).isTrue();
            assertThat(Tokenizer.pieces(events.text(0))).hasSize(200);
            stopper.join();
            assertThatThrownBy(() -> engine.open("GET", "/health", ""))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(ConnectException.class);
        }
    }

    private static String awaitRefusal(Engine engine) {
        while (true) {
            try (Call call = engine.chat("\"max_tokens\": 1")) {
                if (call.status() == 500) {
                    return call.body();
                }
            }
        }
    }

    @Test
    void what_outlives_the_drain_fails() {
        Engine engine = new Engine("--shutdown-timeout", "1", "--ttft-ms", "600000");
        try (Call stream = engine.chat(LONG + ", \"stream\": true")) {
            assertThat(stream.status()).isEqualTo(200);
            engine.awaitMetrics(page -> page.vllm("num_requests_running") == 1);

            engine.close();

            assertThat(Events.of(stream.body())
                            .json()
                            .getFirst()
                            .at("/error/code")
                            .intValue())
                    .isEqualTo(500);
        }
    }

    @Test
    void a_killed_engine_closes_every_socket_in_the_middle() {
        try (Engine engine = new Engine("--tokens-per-second", "100");
                Call stream = engine.chat(LONG + ", \"stream\": true")) {
            assertThat(stream.chunk()).isPresent();

            engine.simulator().kill();

            assertThatThrownBy(stream::chunks).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void an_engine_can_start_again_with_counters_at_zero() {
        try (EngineSimulator simulator = new EngineSimulator(SimulatorOptions.of("--port", "0"))) {
            simulator.start();
            simulator.stop();
            simulator.start();
            try (Call call = new Call(simulator.baseUrl(), "GET", "/metrics", "")) {
                assertThat(call.body()).contains("vllm:prompt_tokens_total{engine=\"0\",model_name=\"simulated\"} 0.0");
            }
            assertThatThrownBy(simulator::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("already started on port");
        }
    }
}
