package dev.wellfield.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.serving.TokenCount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunkReaderTest {

    private static Optional<Chunk> read(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return ChunkReader.read(bytes, bytes.length);
    }

    @Test
    void a_chunk_of_vllm_with_continuous_usage() {
        Chunk chunk = read("""
                {"id":"c","object":"chat.completion.chunk","created":1,"model":"tiny","choices":[{"index":1,"delta":\
                {"content":" regard"},"logprobs":null,"finish_reason":null,"token_ids":null}],"usage":{"prompt_tokens":14,\
                "total_tokens":15,"completion_tokens":1,"completion_tokens_details":null}}""").orElseThrow();

        assertThat(chunk.hasChoices()).isTrue();
        assertThat(chunk.index()).isEqualTo(1);
        assertThat(chunk.hasText()).isTrue();
        assertThat(chunk.finishReason()).isNull();
        assertThat(chunk.usage()).isEqualTo(new TokenCount(14, 0, 1));
        assertThat(chunk.error()).isNull();
    }

    @Test
    void a_role_alone_or_an_empty_content_is_no_text() {
        assertThat(read("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}")
                        .orElseThrow()
                        .hasText())
                .isFalse();
        assertThat(read("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}]}")
                        .orElseThrow()
                        .hasText())
                .isFalse();
        assertThat(read("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}")
                        .orElseThrow()
                        .hasText())
                .isTrue();
        assertThat(read("{\"choices\":[{\"index\":0,\"text\":\"hi\"}]}")
                        .orElseThrow()
                        .hasText())
                .isTrue();
    }

    @Test
    void the_last_chunk_has_usage_alone() {
        Chunk chunk = read("""
                {"choices":[],"usage":{"prompt_tokens":14,"completion_tokens":12,"total_tokens":26,
                "prompt_tokens_details":{"cached_tokens":13}},"timings":{"cache_n":13,"prompt_n":1,"prompt_ms":0.3,
                "predicted_n":12,"predicted_ms":1.5}}""").orElseThrow();

        assertThat(chunk.hasChoices()).isFalse();
        assertThat(chunk.usage()).isEqualTo(new TokenCount(14, 13, 12));
        assertThat(chunk.timings()).isEqualTo(new TokenCount(14, 13, 12));
    }

    @Test
    void usage_of_odd_shapes_is_no_usage_but_can_be_cut_out() {
        for (String odd : List.of("null", "7", "\"a \\\" text\"", "[1,{\"prompt_tokens\":3}]", "{}", "true", "1.5e3")) {
            String json = "{\"a\":[1,2],\"usage\":%s,\"z\":{\"usage\":{}}}".formatted(odd);
            Chunk chunk = read(json).orElseThrow();
            assertThat(chunk.usage()).as(odd).isNull();
            assertThat(without(json, Objects.requireNonNull(chunk.usageAt())))
                    .isEqualTo("{\"a\":[1,2],\"z\":{\"usage\":{}}}");
        }
    }

    @Test
    void errors_of_all_engines_are_seen() {
        assertThat(read("{\"error\": {\"message\": \"it broke\", \"type\": \"X\", \"code\": 500}}")
                        .orElseThrow()
                        .error())
                .isEqualTo("it broke");
        assertThat(read("{\"error\":\"Unauthorized\"}").orElseThrow().error()).isEqualTo("Unauthorized");
        assertThat(read("{\"error\":true,\"message\":\"x\"}").orElseThrow().error())
                .isEmpty();
        assertThat(read("{\"error\":null,\"choices\":[]}").orElseThrow().error())
                .isNull();
    }

    @Test
    void what_is_no_object_is_no_chunk() {
        for (String json : List.of("", "[DONE]", "[1]", "{\"a\":", "{\"a\":1,}", "nonsense", "\"text\"")) {
            assertThat(read(json)).as(json).isEmpty();
        }
    }

    @Test
    void counts_that_no_engine_can_mean_are_held_to_bounds() {
        Chunk chunk =
                read("{\"choices\":[],\"usage\":{\"prompt_tokens\":-5,\"completion_tokens\":99999999999999999999999}}")
                        .orElseThrow();

        assertThat(chunk.usage()).isEqualTo(new TokenCount(0, 0, 1L << 40));
    }

    @Test
    void wherever_usage_stands_cutting_it_out_leaves_the_rest_as_it_was() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<String> members = new ArrayList<>(List.of(
                    "\"id\":\"c,\\\"\"",
                    "\"choices\" : [ { \"index\":0 , \"delta\":{\"content\":\",\"} } ]",
                    "\"n\":1.5",
                    "\"t\":true"));
            Collections.shuffle(members, random);
            String space = " \n\t".substring(0, random.nextInt(4));
            List<String> kept = members.subList(0, random.nextInt(members.size() + 1));
            int at = random.nextInt(kept.size() + 1);
            List<String> all = new ArrayList<>(kept);
            all.add(at, "\"usage\"" + space + ":" + space + "{\"prompt_tokens\":3,\"completion_tokens\":4}");
            String json = "{" + space + String.join(space + "," + space, all) + space + "}";

            String cut = without(
                    json, Objects.requireNonNull(read(json).orElseThrow().usageAt()));

            assertThat(Json.mapper().readTree(cut))
                    .as("seed %d: %s", seed, json)
                    .isEqualTo(Json.mapper().readTree("{" + String.join(",", kept) + "}"));
        }
    }

    private static String without(String json, Span span) {
        return json.substring(0, span.from()) + json.substring(span.to());
    }
}
