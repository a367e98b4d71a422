package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The paths, and what they refuse. */
final class EndpointTest {

    private static final Engine engine = new Engine("--model", "alias");

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Test
    void the_engine_says_that_it_is_simulated() {
        JsonNode models = engine.get("/v1/models");

        assertThat(models.get("data"))
                .hasSize(2)
                .allSatisfy(
                        model -> assertThat(model.get("owned_by").asString()).isEqualTo("wellfield-simulator"));
        try (Call call = engine.open("GET", "/health", "")) {
            assertThat(call.header("server")).contains("wellfield-engine-simulator");
            assertThat(call.body()).isEmpty();
        }
    }

    @Test
    void every_served_name_is_answered_under_the_first() {
        try (Call call = engine.open(
                "POST", "/v1/completions", "{\"model\": \"alias\", \"prompt\": \"a\", \"max_tokens\": 1}")) {
            assertThat(Engine.json(call.body()).get("model").asString()).isEqualTo("tiny");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/ping,200",
        "POST,/ping,200",
        "GET,/version,200",
        "GET,/load,200",
        "GET,/nope,404",
        "GET,/v1/models/tiny,404",
        "POST,/v1/models,405",
        "GET,/v1/chat/completions,405",
        "HEAD,/health,405",
        "POST,/v1/embeddings,404"
    })
    void paths_and_methods_are_those_of_vllm(String method, String path, int status) {
        try (Call call = engine.open(method, path, "")) {
            assertThat(call.status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "n": 0                                | n must be at least 1, got 0.
            "n": 2, "temperature": 0              | n must be 1 when using greedy sampling, got 2.
            "n": 99999                            | n must be at most 16384, got 99999.
            "max_tokens": 0                       | max_tokens must be at least 1, got 0. (parameter=max_tokens, value=0)
            "max_completion_tokens": 1025         | max_completion_tokens=1025 cannot be greater than max_model_len=1024.
            "min_tokens": 5, "max_tokens": 3      | min_tokens must be less than or equal to max_tokens=3, got 5.
            "top_p": 2                            | top_p must be in (0, 1], got 2.0. (parameter=top_p, value=2.0)
            "stop": ""                            | stop cannot contain an empty string.
            "stop": 5                             | 'loc': 'body.stop', 'msg': 'Input should be a valid list', 'input': '5'
            "max_tokens": 2.5                     | 'int_from_float', 'loc': 'body.max_tokens'
            "stream": "maybe"                     | 'bool_parsing', 'loc': 'body.stream'
            "temperature": "hot", "n": []         | 2 validation errors
            "stream_options": {}                  | Stream options can only be defined when `stream=True`. (parameter=stream_options)
            "logprobs": true                      | The engine simulator doesn't simulate logprobs; leave it out.
            "tools": []                           | `tools` must not be an empty array.
            """)
    void a_bad_field_is_refused_in_vllms_words(String fields, String message) {
        try (Call call = engine.chat(fields)) {
            assertThat(call.status()).isEqualTo(400);
            JsonNode error = Engine.json(call.body()).get("error");
            assertThat(error.get("message").asString()).contains(message);
            assertThat(error.get("code").intValue()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"messages": []}                                               | Cannot apply chat template to an empty conversation.
            {"messages": ["a"]}                                            | 'dict_type', 'loc': 'body.messages.0'
            {"messages": [{"role": "king", "content": "a"}]}               | 'literal_error', 'loc': 'body.messages.0.role'
            {"messages": [{"role": "user", "content": 5}]}                 | 'string_type', 'loc': 'body.messages.0.content'
            {"messages": [{"role": "user", "content": [{"type": "image"}]}]} | tiny is not a multimodal model
            []                                                             | Input should be a valid dictionary
            {"messages"                                                    | JSON decode error
            """)
    void a_bad_body_is_refused(String body, String message) {
        try (Call call = engine.open("POST", "/v1/chat/completions", body)) {
            assertThat(call.status()).isEqualTo(400);
            assertThat(Engine.json(call.body()).at("/error/message").asString()).contains(message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {}                              | Either prompt or prompt_embeds must be provided and non-empty. (parameter=prompt)
            {"prompt": ""}                  | Either prompt or prompt_embeds must be provided and non-empty. (parameter=prompt)
            {"prompt": []}                  | You must pass at least one prompt
            {"prompt": [99999]}             | Token id 99999 is out of vocabulary
            {"prompt": [["a"]]}             | 'loc': 'body.prompt'
            """)
    void a_bad_prompt_is_refused(String body, String message) {
        try (Call call = engine.open("POST", "/v1/completions", body)) {
            assertThat(call.status()).isEqualTo(400);
            assertThat(Engine.json(call.body()).at("/error/message").asString()).contains(message);
        }
    }

    @Test
    void prompts_may_come_as_token_ids() {
        try (Call call = engine.open("POST", "/v1/completions", "{\"prompt\": [[5, 6, 7], [8]], \"max_tokens\": 2}")) {
            JsonNode answer = Engine.json(call.body());
            assertThat(answer.at("/usage/prompt_tokens").intValue()).isEqualTo(4);
            assertThat(answer.get("choices")).hasSize(2);
        }
    }

    @Test
    void completions_have_16_tokens_unless_told() {
        try (Call call = engine.open("POST", "/v1/completions", "{\"prompt\": \"a\", \"ignore_eos\": true}")) {
            assertThat(Engine.json(call.body()).at("/usage/completion_tokens").intValue())
                    .isEqualTo(16);
        }
    }

    @Test
    void a_body_beyond_32_mib_is_refused_without_being_kept() {
        String body = "x".repeat(Exchange.MOST_BODY_BYTES + 1);
        try (Call call = engine.open("POST", "/v1/chat/completions", body)) {
            assertThat(call.status()).isEqualTo(413);
            assertThat(call.body()).contains("at most 33554432 bytes");
        }
    }

    @Test
    void tokenizing_has_a_limit() {
        try (Call call = engine.open("POST", "/tokenize", "{\"prompt\": \"" + ".".repeat(1 << 20) + "\"}")) {
            assertThat(call.status()).isEqualTo(400);
            assertThat(call.body()).contains("fewer than 1048576 tokens at once");
        }
    }

    @Test
    void the_path_of_the_key_is_guarded_and_health_is_open() {
        try (Engine guarded = new Engine("--api-key", "sk-1")) {
            try (Call call = guarded.chat("\"max_tokens\": 1", "Authorization: Bearer sk-1")) {
                assertThat(call.status()).isEqualTo(200);
            }
            try (Call call = guarded.chat("\"max_tokens\": 1", "Authorization: Basic sk-1")) {
                assertThat(call.status()).isEqualTo(401);
            }
            assertThat(guarded.metrics().served("/v1/chat/completions", "POST", "4xx"))
                    .isZero();
        }
    }

    @Test
    void a_salt_separates_prefix_caches() {
        try (Engine cached = new Engine("--enable-prefix-caching")) {
            String prompt = "word ".repeat(100);
            for (String salt : new String[] {"a", "b", "a"}) {
                try (Call call = cached.open(
                        "POST",
                        "/v1/completions",
                        "{\"prompt\": \"%s\", \"max_tokens\": 1, \"cache_salt\": \"%s\"}".formatted(prompt, salt))) {
                    assertThat(call.status()).isEqualTo(200);
                    call.body();
                }
            }
            assertThat(cached.metrics().vllm("prefix_cache_hits_total")).isEqualTo(96);
        }
    }

    @Test
    void equal_inputs_have_equal_vectors_of_length_1() {
        try (Engine pooling = new Engine("--runner", "pooling");
                Call call = pooling.open("POST", "/v1/embeddings", "{\"input\": [\"a b\", \"a b\", \"c\"]}")) {
            JsonNode data = Engine.json(call.body()).get("data");
            assertThat(data.at("/0/embedding"))
                    .isEqualTo(data.at("/1/embedding"))
                    .isNotEqualTo(data.at("/2/embedding"));
            double squares = data.at("/0/embedding").values().stream()
                    .mapToDouble(v -> v.doubleValue() * v.doubleValue())
                    .sum();
            assertThat(squares).isBetween(0.999, 1.001);
        }
    }
}
