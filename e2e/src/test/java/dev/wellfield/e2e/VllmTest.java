package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.e2e.RealEngine.Answer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real vLLM on the processor, set up by {@code ./wellfield test engines}. */
@Tag("engines")
class VllmTest extends EngineConformance {
    private static final int STOPPED = WITHIN_ALLOWANCE;

    private final Path model = Vllm.model(engine.installation());

    @Override
    void start() {
        engine.start("VLLM", Vllm.serve(model));
    }

    /** The engine core alone: vLLM's server then says so in the stream, and after that {@code [DONE]}. */
    @Override
    Runnable killer() {
        List<ProcessHandle> core = core();
        return () -> RealEngine.signal("KILL", core);
    }

    @Override
    int longAnswer() {
        return 900;
    }

    private List<ProcessHandle> core() {
        List<ProcessHandle> cores = engine.processes(model.toString()).stream()
                .filter(process -> Vllm.title(process).startsWith("VLLM::EngineCore"))
                .toList();
        assertThat(cores).as("vLLM's engine core").hasSize(1);
        return cores;
    }

    @Test
    @Order(EXACT)
    void several_answers_to_one_prompt_in_one_piece_and_streamed() {
        assertLedgerEqualsUsage(engine.chat("{\"n\": 2, \"max_tokens\": 12}"));

        Answer streamed = engine.chat(
                "{\"n\": 2, \"max_tokens\": 12, \"stream\": true, \"stream_options\": {\"include_usage\": true}}");
        assertThat(streamed.completion()).isEqualTo(24);
        assertLedgerEqualsUsage(streamed);
    }

    @Test
    @Order(EXACT)
    void several_prompts_at_once() {
        assertLedgerEqualsUsage(
                engine.completion("{\"prompt\": [\"Hello there\", \"Why share a field?\"], \"max_tokens\": 5}"));
    }

    @Test
    @Order(EXACT)
    void an_answer_that_ends_where_the_context_does() {
        Answer answer = engine.completion("{\"max_tokens\": 2000}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(engine.fact(answer.requestId()).completion()).isZero();
    }

    @Test
    @Order(STOPPED)
    void an_engine_core_that_is_stopped_is_noticed_though_its_health_page_says_200_and_it_may_come_back() {
        List<ProcessHandle> core = core();
        try (RealEngine.Reading reading = longStream()) {
            reading.next();
            RealEngine.signal("STOP", core);

            engine.awaitReady(false);
            assertThat(Vllm.health(engine.endpoint().get("url").asString())).isEqualTo(200);
        } finally {
            RealEngine.signal("CONT", core);
        }
        engine.awaitReady(true);
        assertThat(engine.chat("{\"max_tokens\": 3}").status()).isEqualTo(200);
    }
}
