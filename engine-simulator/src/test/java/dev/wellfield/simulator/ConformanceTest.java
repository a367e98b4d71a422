package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The same request to the simulator and to vLLM 0.32.0, as captured: same status, same form of the answer, same counters
 * moved by the same rules. Token counts differ where the tokenizers do, so counters are held against the usage.
 */
final class ConformanceTest {

    /** Series that count prompt tokens. */
    private static final Set<String> PROMPT = Set.of(
            "vllm:prefix_cache_queries_total",
            "vllm:prompt_tokens_total",
            "vllm:prompt_tokens_by_source_total",
            "vllm:request_prompt_tokens_sum",
            "vllm:request_prefill_kv_computed_tokens_sum");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "normal/01-chat",
                "normal/02-chat-stream-usage",
                "normal/03-chat-stream-nousage",
                "normal/04-chat-stream-continuous",
                "normal/04b-chat-stream-continuous-only",
                "normal/05-completion",
                "normal/06-completion-stream",
                "normal/06b-completion-2prompts",
                "normal/11-n2",
                "normal/11b-n2-stream",
                "normal/12b-logit-bias-eos",
                "normal/21-xrequestid"
            })
    void answers_and_counters_are_those_of_vllm(String name) {
        try (Engine engine = new Engine("--enable-prefix-caching")) {
            exchange(engine, Sample.load(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "normal/09-over-context-maxtokens",
                "normal/09b-over-context-prompt",
                "normal/09c-over-context-prompt-stream",
                "normal/10-unknown-model",
                "normal/10b-unknown-model-stream",
                "normal/13b-missing-messages",
                "normal/13c-bad-max-tokens",
                "normal/13d-temperature",
                "normal/14-embeddings",
                "normal/17-version",
                "normal/23-tools"
            })
    void refusals_are_those_of_vllm_word_by_word(String name) {
        try (Engine engine = new Engine("--enable-prefix-caching")) {
            Sample sample = Sample.load(name);
            assertThat(exchange(engine, sample)).isEqualTo(sample.response());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "normal/09d-no-maxtokens",
                "normal/12-stop-string",
                "normal/13-bad-json",
                "normal/15-prefix-1st",
                "normal/16-models",
                "normal/20-tokenize"
            })
    void other_answers_have_the_form_of_vllms(String name) {
        try (Engine engine = new Engine("--enable-prefix-caching")) {
            exchange(engine, Sample.load(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "flags/30-force-usage-stream",
                "flags/31-noauth",
                "flags/32-badauth",
                "flags/36-xreqid",
                "flags/37-force-usage-explicit-false",
                "flags/38-force-usage-completion"
            })
    void flags_change_answers_as_in_vllm(String name) {
        try (Engine engine = flagged()) {
            exchange(engine, Sample.load(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "embed/50-embed",
                "embed/51-embed-batch",
                "embed/52-embed-chat",
                "embed/53-embed-overlong",
                "embed/54-embed-base64"
            })
    void embeddings_are_those_of_vllm(String name) {
        try (Engine engine = new Engine("--runner", "pooling", "--enable-prefix-caching")) {
            exchange(engine, Sample.load(name));
        }
    }

    @Test
    void a_cached_prefix_counts_as_in_vllm() {
        try (Engine engine = flagged()) {
            exchange(engine, Sample.load("flags/33-prefix1"), false);
            Sample repeated = Sample.load("flags/34-prefix2");

            Page before = engine.metrics();
            JsonNode usage = Engine.json(exchange(engine, repeated, false)).get("usage");
            Map<String, Double> moved = engine.metrics().since(before);

            double prompt = usage.get("prompt_tokens").intValue();
            double cached = usage.at("/prompt_tokens_details/cached_tokens").intValue();
            assertThat(cached)
                    .isGreaterThan(prompt - 17)
                    .isLessThan(prompt)
                    .satisfies(c -> assertThat(c % 16).isZero());
            assertThat(moved.keySet()).isEqualTo(repeated.moved().keySet());
            assertThat(moved)
                    .containsEntry(key("prompt_tokens_total"), prompt)
                    .containsEntry(key("prefix_cache_queries_total"), prompt)
                    .containsEntry(key("prefix_cache_hits_total"), cached)
                    .containsEntry(key("prompt_tokens_cached_total"), cached)
                    .containsEntry(key("request_prefill_kv_computed_tokens_sum"), prompt - cached)
                    .containsEntry(key("request_prompt_tokens_sum"), prompt);
            exchange(engine, Sample.load("flags/35-prefix3-stream"), false);
        }
    }

    @Test
    void the_metrics_page_has_every_series_of_vllms() {
        try (Engine engine = new Engine()) {
            String page;
            try (Call call = engine.open("GET", "/metrics", "")) {
                page = call.body();
                assertThat(call.header("content-type")).contains("text/plain; version=1.0.0; charset=utf-8");
            }
            Set<String> missing = new TreeSet<>(series(Sample.text("normal/metrics-full.txt")));
            missing.removeAll(series(page));
            // Its labels list the configuration of a real cache.
            missing.removeIf(line -> line.startsWith("vllm:cache_config_info{"));

            assertThat(missing).isEmpty();
            assertThat(page).contains("\nwellfield_simulated 1.0\n").contains("vllm:cache_config_info{");
        }
    }

    /** Every line about vllm: series without its value, and the TYPE lines of all. */
    private static Set<String> series(String page) {
        Set<String> series = new TreeSet<>();
        for (String line : page.split("\n")) {
            if (line.startsWith("vllm:")) {
                series.add(line.substring(0, line.lastIndexOf(' ')));
            } else if (line.startsWith("# TYPE vllm:") || line.startsWith("# TYPE http_")) {
                series.add(line);
            }
        }
        return series;
    }

    private static Engine flagged() {
        return new Engine(
                "--api-key",
                "sk-test",
                "--enable-prompt-tokens-details",
                "--enable-force-include-usage",
                "--enable-prefix-caching",
                "--enable-request-id-headers");
    }

    private static String exchange(Engine engine, Sample sample) {
        return exchange(engine, sample, true);
    }

    /** Sends a sample's request and compares all there is to compare. */
    private static String exchange(Engine engine, Sample sample, boolean counters) {
        Page before = engine.metrics();
        String body;
        try (Call call = engine.open(
                sample.method(), sample.path(), sample.body(), sample.headers().toArray(String[]::new))) {
            assertThat(call.status()).isEqualTo(sample.status());
            body = call.body();
        }
        if (sample.isStream()) {
            compareStreams(Events.of(body), Events.of(sample.response()));
        } else {
            assertThat(Shape.of(Engine.json(body))).isEqualTo(Shape.of(Engine.json(sample.response())));
        }
        if (counters) {
            compareCounters(engine.metrics().since(before), sample, body);
        }
        return body;
    }

    private static void compareStreams(Events events, Events expected) {
        assertThat(events.isDone()).isTrue();
        for (int choice = -1; choice < 2; choice++) {
            assertThat(Shape.of(events, choice)).isEqualTo(Shape.of(expected, choice));
        }
        assertThat(Shape.of(events.json().getFirst()))
                .isEqualTo(Shape.of(expected.json().getFirst()));
        assertThat(Shape.of(events.json().getLast()))
                .isEqualTo(Shape.of(expected.json().getLast()));
    }

    private static void compareCounters(Map<String, Double> moved, Sample sample, String body) {
        Map<String, Double> expected = sample.moved();
        assertThat(moved.keySet()).isEqualTo(expected.keySet());
        double ratio = moved.getOrDefault(key("prompt_tokens_total"), 1.0)
                / expected.getOrDefault(key("prompt_tokens_total"), 1.0);
        expected.forEach((key, value) -> {
            String name = key.split("\\{", 2)[0];
            if (PROMPT.contains(name)) {
                assertThat(moved.get(key)).as(key).isCloseTo(value * ratio, within(1e-9));
            } else if (name.equals("vllm:iteration_tokens_total_sum")) {
                assertThat(moved.get(key))
                        .as(key)
                        .isEqualTo(moved.getOrDefault(key("prompt_tokens_total"), 0.0)
                                + moved.getOrDefault(key("generation_tokens_total"), 0.0));
            } else if (!name.equals("vllm:iteration_tokens_total_count") && !name.startsWith("http_response_size")) {
                assertThat(moved.get(key)).as(key).isEqualTo(value);
            }
        });
        compareUsage(moved, sample, body);
    }

    /** Usage counts a prompt once; the counters count it for every answer. */
    private static void compareUsage(Map<String, Double> moved, Sample sample, String body) {
        JsonNode usage = sample.isStream()
                ? Events.of(body).json().getLast().path("usage")
                : Engine.json(body).path("usage");
        if (usage.isObject()) {
            double times = sample.body().contains("\"n\": 2") ? 2 : 1;
            assertThat(moved.get(key("prompt_tokens_total")))
                    .isEqualTo(usage.get("prompt_tokens").intValue() * times);
            assertThat(moved.getOrDefault(key("generation_tokens_total"), 0.0))
                    .isEqualTo(usage.get("completion_tokens").intValue());
            assertThat(usage.get("total_tokens").intValue())
                    .isEqualTo(usage.get("prompt_tokens").intValue()
                            + usage.get("completion_tokens").intValue());
        }
    }

    private static String key(String name) {
        return "vllm:%s{engine=\"0\",model_name=\"tiny\"}".formatted(name);
    }
}
