package dev.wellfield.core.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.EngineKind;
import org.junit.jupiter.api.Test;

final class EngineCountersTest {
    @Test
    void the_counters_of_vllm_are_added_over_their_labels() {
        String page = """
                # HELP vllm:prompt_tokens_total Number of prefill tokens processed.
                # TYPE vllm:prompt_tokens_total counter
                vllm:prompt_tokens_total{engine="0",model_name="chat {large}"} 1.2e+03
                vllm:prompt_tokens_total{engine="1",model_name="chat {large}"} 300.0
                vllm:prompt_tokens_cached_total{engine="0"} 999
                vllm:prompt_tokens_created{engine="0"} 1.7e+09
                vllm:generation_tokens_total{engine="0"} 45 1772359200000
                """;

        assertThat(EngineCounters.read(EngineKind.VLLM, page)).contains(new EngineCounters(1_500, 45));
        assertThat(EngineCounters.read(EngineKind.SIMULATOR, page)).contains(new EngineCounters(1_500, 45));
    }

    @Test
    void llama_cpp_counts_cached_tokens_apart_and_we_with_the_prompt() {
        String page = """
                llamacpp:prompt_tokens_total 100
                llamacpp:prompt_tokens_cached_total 28
                llamacpp:tokens_predicted_total 7
                """;

        assertThat(EngineCounters.read(EngineKind.LLAMA_CPP, page)).contains(new EngineCounters(128, 7));
        assertThat(EngineCounters.read(EngineKind.LLAMA_CPP, page.replaceAll("(?m)^.*cached.*\n", "")))
                .contains(new EngineCounters(100, 7));
    }

    @Test
    void a_page_without_the_counters_says_nothing() {
        assertThat(EngineCounters.read(EngineKind.VLLM, "")).isEmpty();
        assertThat(EngineCounters.read(EngineKind.VLLM, "vllm:prompt_tokens_total 5\n"))
                .isEmpty();
        assertThat(EngineCounters.read(EngineKind.OTHER, "vllm:prompt_tokens_total 5\n"))
                .isEmpty();
        assertThat(EngineCounters.read(
                        EngineKind.VLLM, "vllm:prompt_tokens_total NaN\nvllm:generation_tokens_total 5\n"))
                .isEmpty();
    }
}
