package dev.wellfield.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class CallBodyReaderTest {
    private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]";

    private static BodyReading read(String json) {
        return CallBodyReader.read(json.getBytes(StandardCharsets.UTF_8), CallShape.CHAT, 16);
    }

    private static CallBody good(String json) {
        BodyReading reading = read(json);
        assertThat(reading).isInstanceOf(BodyReading.Read.class);
        return ((BodyReading.Read) reading).body();
    }

    private static BodyReading.Bad bad(String json) {
        BodyReading reading = read(json);
        assertThat(reading).as(json).isInstanceOf(BodyReading.Bad.class);
        return (BodyReading.Bad) reading;
    }

    @Test
    void what_the_gateway_must_know_is_read() {
        CallBody body = good("{\"model\":\"chat\"," + MESSAGES + ",\"stream\":true,\"n\":3,\"max_tokens\":50,"
                + "\"max_completion_tokens\":40,\"stream_options\":{\"include_usage\":true,\"x\":[1]}}");

        assertThat(body.model()).isEqualTo("chat");
        assertThat(body.stream()).isTrue();
        assertThat(body.choices()).isEqualTo(3);
        assertThat(body.maxTokens()).isEqualTo(OptionalLong.of(40));
        assertThat(body.usage()).isEqualTo(UsageWish.FINAL);
    }

    @Test
    void absent_and_null_are_the_same() {
        CallBody body = good("{\"model\":\"chat\"," + MESSAGES
                + ",\"stream\":null,\"n\":null,\"max_tokens\":null,\"stream_options\":null}");

        assertThat(body.stream()).isFalse();
        assertThat(body.choices()).isEqualTo(1);
        assertThat(body.maxTokens()).isEmpty();
        assertThat(body.usage()).isEqualTo(UsageWish.NONE);
    }

    @Test
    void continuous_usage_is_only_wished_together_with_usage() {
        String start = "{\"model\":\"chat\"," + MESSAGES + ",\"stream\":true,\"stream_options\":";

        assertThat(good(start + "{\"continuous_usage_stats\":true}}").usage()).isEqualTo(UsageWish.NONE);
        assertThat(good(start + "{\"continuous_usage_stats\":true,\"include_usage\":true}}")
                        .usage())
                .isEqualTo(UsageWish.CONTINUOUS);
    }

    @Test
    void a_bad_field_is_named_with_its_value_and_what_would_be_right() {
        String model = "{\"model\":\"chat\"," + MESSAGES;

        refused("{" + MESSAGES + "}", "model", "missing");
        refused("{\"model\":\"chat\"}", "messages", "missing");
        refused("{\"model\":7," + MESSAGES + "}", "model", "a text");
        refused("{\"model\":\"\"," + MESSAGES + "}", "model", "empty");
        refused("{\"model\":\"chat\",\"messages\":[]}", "messages", "at least one");
        refused("{\"model\":\"chat\",\"messages\":\"hi\"}", "messages", "a list");
        refused(model + ",\"n\":0}", "n", "is 0; it must be from 1 to 16");
        refused(model + ",\"n\":17}", "n", "from 1 to 16");
        refused(model + ",\"n\":1.5}", "n", "a whole number");
        refused(model + ",\"n\":99999999999999999999}", "n", "from 1 to 16");
        refused(model + ",\"max_tokens\":0}", "max_tokens", "is 0");
        refused(model + ",\"max_tokens\":-1}", "max_tokens", "is -1");
        refused(model + ",\"max_completion_tokens\":\"9\"}", "max_completion_tokens", "a whole number");
        refused(model + ",\"stream\":\"yes\"}", "stream", "true or false");
        refused(model + ",\"stream_options\":{\"include_usage\":true}}", "stream_options", "only allowed");
        refused(model + ",\"stream\":true,\"stream_options\":[]}", "stream_options", "an object");
        refused(model + ",\"stream\":true,\"stream\":false}", "stream", "more than once");
        refused(model + ",\"str\\u0065am\":true,\"stream\":false}", "stream", "more than once");
    }

    private static void refused(String json, @Nullable String param, String message) {
        BodyReading.Bad bad = bad(json);
        assertThat(bad.param()).as(json).isEqualTo(param);
        assertThat(bad.message()).as(json).contains(message);
    }

    @Test
    void what_is_no_single_json_object_in_utf8_is_refused() {
        for (String json : List.of(
                "",
                "  ",
                "[]",
                "\"x\"",
                "null",
                "{",
                "{\"a\"",
                "{\"a\":1,}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":1}{}",
                "{\"model\":\"chat\"," + MESSAGES + "} x",
                "{\"model\":\"chat\", // no\n" + MESSAGES + "}",
                "{\"model\":\"chat\nx\"," + MESSAGES + "}")) {
            assertThat(bad(json).param()).as(json).isNull();
        }
        assertThat(CallBodyReader.read("{\"model\":1}".getBytes(StandardCharsets.UTF_16LE), CallShape.CHAT, 1))
                .isInstanceOf(BodyReading.Bad.class);
        byte[] latin = ("{\"model\":\"ch\u00e4t\"," + MESSAGES + "}").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(CallBodyReader.read(latin, CallShape.CHAT, 1)).isInstanceOf(BodyReading.Bad.class);
        assertThat(bad("{\"x\":" + "[".repeat(200) + "]".repeat(200) + "}").message())
                .contains("too deeply");
        assertThat(bad("{\"x\":" + "[".repeat(1_000_000)).message()).contains("too deeply");
    }

    @Test
    void the_prompt_bound_covers_text_and_gives_up_on_pictures() {
        CallBody text = good("{\"model\":\"chat\"," + MESSAGES + "}");
        assertThat(text.promptBound()).isBetween(60L, 500L);
        CallBody parts = good(
                "{\"model\":\"chat\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"},\"x\",[1]]}]}");
        assertThat(parts.promptBound()).isLessThan(500);
        CallBody picture = good(
                "{\"model\":\"chat\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:x\"}}]}]}");
        assertThat(picture.promptBound()).isEqualTo(Long.MAX_VALUE);
        CallBody hidden = good(
                "{\"model\":\"chat\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\",\"image_url\":\"y\"}]}]}");
        assertThat(hidden.promptBound()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void rewriting_leaves_out_puts_in_and_changes_nothing_else() {
        List<String> all = List.of(
                "\"model\" : \"chat\"",
                MESSAGES,
                "\"prio\\u0072ity\":-5",
                "\"temperature\":0.70",
                "\"logit_bias\":{\"1\":2,\"priority\":3}",
                "\"request_id\":\"x,}\\\"\"",
                "\"user\":\"grüße\"",
                "\"stop\":[\"}\",\",\"]",
                "\"ignore_eos\":true",
                "\"seed\":12345678901234567890");
        Set<String> without = Set.of("priority", "request_id", "cache_salt");
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<String> members = new ArrayList<>(all);
            Collections.shuffle(members, random);
            String space = " \n\t\r".substring(0, random.nextInt(5));
            String json = space + "{" + space + String.join(space + "," + space, members) + space + "}" + space;

            byte[] rewritten = good(json).rewritten(without::contains, List.of("\"cache_salt\":\"team\"", "\"x\":1"));

            ObjectNode expected = (ObjectNode) Json.mapper().readTree(json);
            expected.remove(without);
            expected.put("cache_salt", "team").put("x", 1);
            JsonNode actual = Json.mapper().readTree(rewritten);
            assertThat(actual).as("seed %d: %s", seed, json).isEqualTo(expected);
            assertThat(new String(rewritten, StandardCharsets.UTF_8)).contains("0.70");
        }
    }

    @Test
    void rewriting_away_everything_leaves_an_object() {
        CallBody body = good("{\"model\":\"chat\"," + MESSAGES + "}");

        byte[] rewritten = body.rewritten(Set.of("model", "messages")::contains, List.of());

        assertThat(Json.mapper().readTree(rewritten)).isEqualTo(Json.mapper().createObjectNode());
    }

    private static CallBody completion(String prompt, String... more) {
        return other(CallShape.COMPLETIONS, "prompt", prompt, more);
    }

    private static CallBody other(CallShape shape, String field, String prompt, String... more) {
        String json = "{\"model\":\"m\",\"" + field + "\":" + prompt
                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}";
        BodyReading reading = CallBodyReader.read(json.getBytes(StandardCharsets.UTF_8), shape, 16);
        assertThat(reading).as(json).isInstanceOf(BodyReading.Read.class);
        return ((BodyReading.Read) reading).body();
    }

    @Test
    void prompts_are_texts_or_token_ids_and_each_is_bounded() {
        assertThat(completion("\"four\"").promptBound()).isEqualTo(6 + 16);
        assertThat(completion("\"\\u4e2d\"").promptBound()).isEqualTo(8 + 16);
        assertThat(completion("[1,2,3]")).matches(body -> body.prompts() == 1 && body.promptBound() == 3 + 16);
        assertThat(completion("[[1,2],[3]]", "\"n\":3"))
                .matches(body -> body.prompts() == 2 && body.promptBound() == 3 + 32 && body.answers() == 6);
        assertThat(completion("[\"a\",\"bc\"]"))
                .matches(body -> body.prompts() == 2 && body.promptBound() == 7 + 32 && body.answers() == 2);
    }

    @Test
    void what_is_no_prompt_is_refused() {
        for (String prompt :
                List.of("{}", "7", "true", "[{}]", "[1,\"a\"]", "[[\"a\"]]", "[1.5]", "[[1],2]", "[null]")) {
            for (CallShape shape : List.of(CallShape.COMPLETIONS, CallShape.EMBEDDINGS)) {
                String json = "{\"model\":\"m\",\"%s\":%s}".formatted(shape.promptField(), prompt);
                assertThat(CallBodyReader.read(json.getBytes(StandardCharsets.UTF_8), shape, 16))
                        .as(json)
                        .isInstanceOfSatisfying(BodyReading.Bad.class, bad -> {
                            assertThat(bad.param()).isEqualTo(shape.promptField());
                            assertThat(bad.message()).contains("a list of token ids");
                        });
            }
        }
        refusedCompletion("{\"model\":\"m\"}", "prompt", "missing");
        refusedCompletion("{\"model\":\"m\",\"prompt\":[]}", "prompt", "empty");
        refusedCompletion("{\"model\":\"m\",\"prompt\":\"a\",\"best_of\":2}", "best_of", "equal to 'n' (1)");
        refusedCompletion(
                "{\"model\":\"m\",\"n\":2,\"prompt\":[" + "\"a\",".repeat(1_024) + "\"a\"]}",
                "prompt",
                "1025 prompts with 2 answers each; together at most 2048");
    }

    private static void refusedCompletion(String json, String param, String message) {
        assertThat(CallBodyReader.read(json.getBytes(StandardCharsets.UTF_8), CallShape.COMPLETIONS, 16))
                .isInstanceOfSatisfying(BodyReading.Bad.class, bad -> {
                    assertThat(bad.param()).isEqualTo(param);
                    assertThat(bad.message()).contains(message);
                });
    }

    @Test
    void embeddings_have_no_answers_to_limit_or_to_stream() {
        CallBody body =
                other(CallShape.EMBEDDINGS, "input", "\"a\"", "\"stream\":true", "\"n\":99", "\"max_tokens\":\"x\"");

        assertThat(body.stream()).isFalse();
        assertThat(body.answers()).isZero();
        assertThat(body.maxTokens()).isEmpty();
    }
}
