package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What answers say and how streams report their usage. */
final class StreamTest {

    private static final Engine engine = new Engine();

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Test
    void the_same_seed_gives_the_same_text_streamed_or_not() {
        String fields = "\"max_tokens\": 20, \"seed\": 7";
        String whole = engine.answer(fields).at("/choices/0/message/content").asString();

        assertThat(engine.events(fields).text(0)).isEqualTo(whole);
        assertThat(engine.answer("\"max_tokens\": 20, \"seed\": 8")
                        .at("/choices/0/message/content")
                        .asString())
                .isNotEqualTo(whole);
    }

    @Test
    void tokenizing_an_answer_gives_its_completion_tokens() {
        JsonNode answer = engine.answer("\"max_tokens\": 40, \"ignore_eos\": true");
        String text = answer.at("/choices/0/message/content").asString();

        try (Call call = engine.open("POST", "/tokenize", "{\"prompt\": \"" + text + "\"}")) {
            assertThat(Engine.json(call.body()).get("count").intValue())
                    .isEqualTo(answer.at("/usage/completion_tokens").intValue())
                    .isEqualTo(40);
        }
    }

    @Test
    void tokenizing_messages_gives_the_prompt_tokens() {
        int prompt =
                engine.answer("\"max_tokens\": 1").at("/usage/prompt_tokens").intValue();

        try (Call call = engine.open("POST", "/tokenize", Engine.body(""))) {
            assertThat(Engine.json(call.body()).get("count").intValue())
                    .isEqualTo(prompt)
                    .isEqualTo(11);
        }
    }

    @Test
    void an_answer_ends_by_itself_at_the_same_place_every_time() {
        JsonNode first = engine.answer("\"seed\": 3");
        JsonNode second = engine.answer("\"seed\": 3");

        assertThat(first.at("/choices/0/finish_reason").asString()).isEqualTo("stop");
        assertThat(first.at("/choices/0/stop_reason").isNull()).isTrue();
        assertThat(first.at("/usage/completion_tokens").intValue()).isBetween(17, 129);
        assertThat(first.get("choices")).isEqualTo(second.get("choices"));
    }

    @Test
    void answers_of_one_request_differ() {
        Events events = engine.events("\"max_tokens\": 10, \"n\": 2, \"stream_options\": {\"include_usage\": true}");

        assertThat(events.text(0)).isNotEqualTo(events.text(1));
        assertThat(events.json().getLast().at("/usage/completion_tokens").intValue())
                .isEqualTo(20);
        assertThat(events.json().getLast().at("/usage/prompt_tokens").intValue())
                .isEqualTo(11);
    }

    @Test
    void a_stop_string_ends_the_answer_before_itself_and_never_shows_in_a_stream() {
        String whole = engine.answer("\"max_tokens\": 60, \"ignore_eos\": true")
                .at("/choices/0/message/content")
                .asString();
        // A stop string across two tokens: the end of one word, a space, the beginning of the next.
        int space = whole.indexOf(' ', 60);
        String stop = whole.substring(space - 2, space + 2);
        String expected = whole.substring(0, whole.indexOf(stop));
        String fields = "\"max_tokens\": 60, \"ignore_eos\": true, \"stop\": [\"never so\", \"%s\"]".formatted(stop);

        JsonNode answer = engine.answer(fields);
        assertThat(answer.at("/choices/0/message/content").asString()).isEqualTo(expected);
        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("stop");
        assertThat(answer.at("/choices/0/stop_reason").asString()).isEqualTo(stop);
        assertThat(engine.events(fields).text(0)).isEqualTo(expected);
        assertThat(engine.answer(fields + ", \"include_stop_str_in_output\": true")
                        .at("/choices/0/message/content")
                        .asString())
                .isEqualTo(expected + stop);
    }

    @Test
    void continuous_usage_grows_by_each_token_and_ends_with_the_final_usage() {
        Events events = engine.events("\"max_tokens\": 5, \"ignore_eos\": true,"
                + " \"stream_options\": {\"include_usage\": true, \"continuous_usage_stats\": true}");

        List<Integer> counts = events.json().stream()
                .map(chunk -> chunk.at("/usage/completion_tokens").intValue())
                .toList();
        assertThat(counts.getFirst()).isZero();
        assertThat(counts).isSorted().endsWith(5, 5);
        assertThat(events.json().getLast().get("choices").isEmpty()).isTrue();
    }

    @Test
    void continuous_usage_counts_each_choice_for_itself() {
        Events events = engine.events("\"max_tokens\": 4, \"ignore_eos\": true, \"n\": 2,"
                + " \"stream_options\": {\"include_usage\": true, \"continuous_usage_stats\": true}");

        assertThat(events.tokens())
                .allSatisfy(
                        chunk -> assertThat(chunk.at("/usage/completion_tokens").intValue())
                                .isBetween(1, 4));
        assertThat(events.json().getLast().at("/usage/completion_tokens").intValue())
                .isEqualTo(8);
    }

    @Test
    void without_continuous_usage_no_chunk_has_the_key() {
        assertThat(engine.events("\"max_tokens\": 3").json()).noneMatch(chunk -> chunk.has("usage"));
    }

    @Test
    void response_format_changes_nothing() {
        String fields = "\"max_tokens\": 8, \"seed\": 1";

        assertThat(engine.answer(fields + ", \"response_format\": {\"type\": \"json_object\"}")
                        .get("choices"))
                .isEqualTo(engine.answer(fields).get("choices"));
    }

    @Test
    void max_completion_tokens_wins_over_max_tokens() {
        assertThat(engine.answer("\"max_tokens\": 9, \"max_completion_tokens\": 2, \"ignore_eos\": true")
                        .at("/usage/completion_tokens")
                        .intValue())
                .isEqualTo(2);
    }

    @Test
    void an_answer_ends_where_the_context_ends() {
        JsonNode answer = engine.answer("\"max_tokens\": 1024, \"ignore_eos\": true");

        assertThat(answer.at("/usage/total_tokens").intValue()).isEqualTo(1024);
        assertThat(answer.at("/choices/0/finish_reason").asString()).isEqualTo("length");
    }

    @Test
    void a_slow_reader_gets_several_tokens_in_one_chunk_and_loses_none() {
        try (Engine fast = new Engine("--tokens-per-second", "1000000", "--max-model-len", "200000");
                Call call = fast.chat("\"max_tokens\": 50000, \"ignore_eos\": true, \"stream\": true,"
                        + " \"stream_options\": {\"include_usage\": true}")) {
            fast.awaitMetrics(page -> page.successes("length") == 1);

            List<String> chunks = call.chunks();
            Events events = Events.of(String.join("", chunks));
            assertThat(chunks.size()).isLessThan(50_000);
            assertThat(Tokenizer.pieces(events.text(0))).hasSize(50_000);
            assertThat(events.json().getLast().at("/usage/completion_tokens").intValue())
                    .isEqualTo(50_000);
        }
    }
}
