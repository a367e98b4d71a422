package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a caller sees of a stream, whatever the engine does on the wire. */
final class StreamShapeTest {
    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        house = new House(data);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private String stream(String body, String... headers) throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), body, headers).answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("content-type")).startsWith("text/event-stream");
            return answer.body();
        }
    }

    private static List<String> events(String body) {
        return Arrays.stream(body.split("\n\n"))
                .filter(event -> !event.startsWith(":"))
                .toList();
    }

    @Test
    void usage_that_was_not_asked_for_is_not_seen() throws Exception {
        house.engine("--tokens-per-second", "1000").start();

        String body = stream(Bodies.stream(6));

        assertThat(body)
                .doesNotContain("usage")
                .doesNotContain("\"choices\":[]")
                .endsWith("data: [DONE]\n\n");
        assertThat(events(body)).hasSize(8);
    }

    @Test
    void usage_that_was_asked_for_comes_once_and_is_null_before() throws Exception {
        house.engine("--tokens-per-second", "1000").start();

        List<String> events = events(stream(Bodies.streamWithUsage(6)));

        assertThat(events).hasSize(9);
        assertThat(events.subList(0, 7)).allMatch(event -> event.contains("\"usage\":null"));
        assertThat(events.get(7))
                .contains("\"choices\":[]")
                .contains("\"usage\":{\"prompt_tokens\":11,\"total_tokens\":17,\"completion_tokens\":6");
        assertThat(events.get(8)).isEqualTo("data: [DONE]");
    }

    @Test
    void usage_that_the_engine_says_on_the_last_piece_comes_in_an_event_of_its_own() throws Exception {
        house.engine("--tokens-per-second", "1000").start();

        List<String> events = events(stream(Bodies.streamWithUsage(6), "X-Simulate-Usage-On-Choices: true"));

        assertThat(events)
                .filteredOn(event -> event.contains("\"choices\":[]"))
                .singleElement()
                .satisfies(event -> assertThat(event)
                        .contains("\"id\":\"chatcmpl-")
                        .contains("\"prompt_tokens\":11,\"completion_tokens\":6,\"total_tokens\":17"));
        assertThat(events.getLast()).isEqualTo("data: [DONE]");
        assertThat(stream(Bodies.stream(6), "X-Simulate-Usage-On-Choices: true"))
                .doesNotContain("usage");
    }

    @Test
    void continuous_usage_that_was_asked_for_comes_with_every_piece() throws Exception {
        house.engine("--tokens-per-second", "1000").start();

        List<String> events = events(stream(
                Bodies.stream(6, "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true}")));

        assertThat(events.subList(0, 8)).allMatch(event -> event.contains("\"usage\":{\"prompt_tokens\":11"));
    }

    @Test
    void an_engine_that_forces_usage_on_everybody_changes_nothing() throws Exception {
        house.engine("--tokens-per-second", "1000", "--enable-force-include-usage")
                .start();

        assertThat(stream(Bodies.stream(6))).doesNotContain("usage");
    }

    @Test
    void the_engines_odd_ways_on_the_wire_change_nothing_for_the_caller() throws Exception {
        house.engine("--tokens-per-second", "1000").start();
        List<String> plain = contents(stream(Bodies.stream(30, "\"seed\":7")));
        assertThat(plain.size()).isGreaterThan(5);

        for (String[] odd : new String[][] {
            {"X-Simulate-Crlf: true"},
            {"X-Simulate-Split-Bytes: 1"},
            {"X-Simulate-Split-Bytes: 7", "X-Simulate-Crlf: true"},
            {"X-Simulate-Keepalive-Ms: 1"},
            {"X-Simulate-Keepalive-Ms: 1", "X-Simulate-Split-Bytes: 3"},
            {"X-Simulate-No-Done: true"},
            {"X-Simulate-Usage-On-Choices: true"}
        }) {
            assertThat(String.join("", contents(stream(Bodies.stream(30, "\"seed\":7"), odd))))
                    .as(String.join(" ", odd))
                    .isEqualTo(String.join("", plain));
        }
        String large = stream(Bodies.stream(30, "\"seed\":7"), "X-Simulate-Line-Bytes: 1048576");
        assertThat(large.length()).isGreaterThan(1 << 20);
        assertThat(String.join("", contents(large))).isEqualTo(String.join("", plain));
        for (UsageRecord record : house.records(9)) {
            assertThat(record.tokens()).isEqualTo(new TokenCount(11, 0, 30));
            assertThat(record.estimated()).isFalse();
        }
    }

    private static List<String> contents(String body) {
        return events(body).stream()
                .filter(event -> event.contains("\"delta\""))
                .map(event -> event.replaceAll("(?s).*\"content\":\"(.*?)\"}.*", "$1"))
                .toList();
    }

    @Test
    void an_event_beyond_the_limit_is_the_engines_failure() throws Exception {
        house.settings(all -> all.with(new Capacity(100, 10, 100, 1 << 20, 4, 100_000, 1 << 16)))
                .engine()
                .start();

        assertThat(stream(Bodies.stream(6), "X-Simulate-Line-Bytes: 200000", "X-Simulate-Keepalive-Ms: 1"))
                .contains("too large")
                .contains("event: error");
        assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
        assertThat(house.record().tokens()).isEqualTo(TokenCount.ZERO);
    }

    @Test
    void what_comes_after_done_is_nobodys_business() throws Exception {
        scripted(
                EngineKind.OTHER,
                ScriptedEngine.piece("a")
                        + ScriptedEngine.finish("stop")
                        + ScriptedEngine.event("[DONE]")
                        + ScriptedEngine.piece("b")
                        + ScriptedEngine.event("{\"error\":\"late\"}"),
                engine -> {
                    assertThat(stream(Bodies.stream(6)))
                            .endsWith("data: [DONE]\n\n")
                            .doesNotContain("\"b\"");
                    assertThat(house.record().outcome()).isEqualTo(Outcome.COMPLETED);
                });
    }

    @Test
    void without_any_usage_the_pieces_are_counted_as_the_least_and_marked() throws Exception {
        scripted(
                EngineKind.OTHER,
                ScriptedEngine.event(
                                "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}")
                        + ScriptedEngine.piece("a")
                        + ScriptedEngine.piece("")
                        + ScriptedEngine.piece("b")
                        + ScriptedEngine.finish("stop")
                        + ScriptedEngine.event("[DONE]"),
                engine -> {
                    stream(Bodies.stream(6));
                    assertThat(house.record().tokens()).isEqualTo(new TokenCount(0, 0, 2));
                    assertThat(house.record().estimated()).isTrue();
                });
    }

    @Test
    void zeros_of_an_engine_are_believed() throws Exception {
        scripted(
                EngineKind.OTHER,
                ScriptedEngine.piece("a")
                        + ScriptedEngine.finish("stop")
                        + ScriptedEngine.event(
                                "{\"choices\":[],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0}}")
                        + ScriptedEngine.event("[DONE]"),
                engine -> {
                    stream(Bodies.stream(6));
                    assertThat(house.record().tokens()).isEqualTo(TokenCount.ZERO);
                    assertThat(house.record().estimated()).isFalse();
                });
    }

    @Test
    void an_answer_that_the_engine_aborts_has_failed() throws Exception {
        scripted(
                EngineKind.VLLM,
                ScriptedEngine.piece("a") + ScriptedEngine.finish("abort") + ScriptedEngine.event("[DONE]"),
                engine -> {
                    assertThat(stream(Bodies.stream(6)))
                            .contains("event: error")
                            .doesNotContain("[DONE]");
                    assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
                });
    }

    @Test
    void an_error_in_place_of_a_first_piece_is_a_status() throws Exception {
        scripted(
                EngineKind.VLLM,
                ScriptedEngine.event("{\"error\":{\"message\":\"out of memory\",\"code\":500}}")
                        + ScriptedEngine.event("[DONE]"),
                engine -> {
                    try (Caller caller = house.caller()) {
                        Caller.Answer answer =
                                caller.chat(house.key.text(), Bodies.stream(6)).answer();
                        assertThat(answer.status()).isEqualTo(502);
                        assertThat(answer.body()).contains("out of memory");
                    }
                    assertThat(house.record().status()).isEqualTo(502);
                });
    }

    @Test
    void events_that_are_no_json_are_the_engines_failure() throws Exception {
        scripted(
                EngineKind.VLLM,
                ScriptedEngine.piece("a")
                        + ScriptedEngine.event("{\"choices\":[{\"index\"")
                        + ScriptedEngine.event("[DONE]"),
                engine -> {
                    assertThat(stream(Bodies.stream(6)))
                            .contains("event: error")
                            .doesNotContain("[DONE]");
                    assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
                });
    }

    @Test
    void llama_cpp_tells_its_tokens_by_its_own_field_which_the_caller_does_not_see() throws Exception {
        String piece = "{\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"content\":\"x\"}}],\"id\":\"c\","
                + "\"timings\":{\"cache_n\":8,\"prompt_n\":6,\"prompt_ms\":0.5,\"predicted_n\":%d}}";
        scripted(
                EngineKind.LLAMA_CPP,
                ScriptedEngine.event(piece.formatted(1)) + ScriptedEngine.event(piece.formatted(2)),
                engine -> {
                    assertThat(stream(Bodies.stream(6)))
                            .contains("\"content\":\"x\"")
                            .doesNotContain("timings");
                    assertThat(house.record().outcome()).isEqualTo(Outcome.UPSTREAM_FAILED);
                    assertThat(house.record().tokens()).isEqualTo(new TokenCount(14, 8, 2));
                    assertThat(engine.bodies().getFirst())
                            .contains("\"timings_per_token\":true")
                            .contains("\"stream_options\":{\"include_usage\":true}")
                            .doesNotContain("cache_salt");
                });
    }

    private interface Body {
        void run(ScriptedEngine engine) throws Exception;
    }

    private void scripted(EngineKind kind, String events, Body body) throws Exception {
        try (ScriptedEngine engine = ScriptedEngine.streaming(events)) {
            house.endpoint(kind, engine.url(), 4).start();
            body.run(engine);
        }
    }
}
