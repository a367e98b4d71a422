package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.gateway.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Completions and embeddings: relayed, limited and counted as chat is. */
final class KindsTest {
    private static final String COMPLETIONS = "/v1/completions";
    private static final String EMBEDDINGS = "/v1/embeddings";
    private static final String TWO = "[\"The licence says\",\"Another\"]";

    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        house = new House(data)
                .engine("--tokens-per-second", "2000")
                .embedder("--ttft-ms", "5")
                .start();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private Caller.Answer post(String path, String body, String... headers) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.post(path, house.key.text(), body, headers).answer();
        }
    }

    private static JsonNode json(Caller.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return Json.mapper().readTree(answer.body());
    }

    private static List<JsonNode> events(Caller.Answer answer) {
        assertThat(answer.body()).endsWith("data: [DONE]\n\n");
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> Json.mapper().readTree(line.substring(6)))
                .toList();
    }

    private static long total(JsonNode usage) {
        return usage.get("total_tokens").longValue();
    }

    /** The engines' own counters are the records', where each answer counts its prompt once more. */
    private void countersAgree() throws Exception {
        await().untilAsserted(() -> {
            Counters counters = Counters.of(house.engines);
            List<UsageRecord> records = house.sink.records();
            assertThat(counters.prompt())
                    .isEqualTo(records.stream()
                            .mapToLong(it -> it.tokens().prompt() * it.choices())
                            .sum());
            assertThat(counters.generation())
                    .isEqualTo(records.stream()
                            .mapToLong(it -> it.tokens().completion())
                            .sum());
        });
    }

    @Test
    void a_completion_in_one_piece() throws Exception {
        JsonNode answer = json(post(COMPLETIONS, Bodies.completion("\"The licence says\"", 10)));

        assertThat(answer.get("object").stringValue()).isEqualTo("text_completion");
        assertThat(answer.at("/choices/0/finish_reason").stringValue()).isEqualTo("length");
        UsageRecord record = house.record();
        assertThat(record.tokens().completion()).isEqualTo(10);
        assertThat(total(answer.get("usage")))
                .isEqualTo(record.tokens().prompt() + record.tokens().completion());
        assertThat(record.tokens().prompt()).isBetween(1L, record.promptBound());
        countersAgree();
    }

    @Test
    void a_list_of_prompts_with_several_answers_each_is_counted_to_the_token() throws Exception {
        JsonNode whole = json(post(COMPLETIONS, Bodies.completion(TWO, 5, "\"n\":2")));
        List<JsonNode> stream = events(post(COMPLETIONS, Bodies.completion(TWO, 5, "\"n\":2", "\"stream\":true")));

        assertThat(whole.get("choices").size()).isEqualTo(4);
        assertThat(stream.stream().map(event -> event.at("/choices/0/index").intValue()))
                .contains(0, 1, 2, 3);
        assertThat(stream).noneMatch(event -> event.has("usage"));
        List<UsageRecord> records = house.records(2);
        assertThat(records)
                .extracting(UsageRecord::tokens)
                .containsOnly(new TokenCount(records.getFirst().tokens().prompt(), 0, 20));
        assertThat(records).allMatch(it -> it.choices() == 2 && it.maxTokens() != null && it.maxTokens() == 20);
        assertThat(records).noneMatch(UsageRecord::estimated);
        countersAgree();
    }

    @Test
    void token_ids_are_a_prompt_and_are_counted_one_by_one() throws Exception {
        post(COMPLETIONS, Bodies.completion("[1,2,3,4]", 3));
        post(COMPLETIONS, Bodies.completion("[[1,2,3],[4]]", 3));

        assertThat(house.records(2)).extracting(it -> it.tokens().prompt()).containsExactly(4L, 4L);
        assertThat(house.sink.records()).extracting(UsageRecord::promptBound).containsExactly(20L, 36L);
        countersAgree();
    }

    @Test
    void a_streams_usage_comes_to_those_who_ask_for_it() throws Exception {
        String body = Bodies.completion(TWO, 5, "\"stream\":true", "\"stream_options\":{\"include_usage\":true}");

        List<JsonNode> events = events(post(COMPLETIONS, body));

        JsonNode last = events.getLast();
        assertThat(last.get("choices").isEmpty()).isTrue();
        TokenCount tokens = house.record().tokens();
        assertThat(total(last.get("usage"))).isEqualTo(tokens.prompt() + tokens.completion());
        assertThat(events.subList(0, events.size() - 1))
                .allMatch(event -> event.get("usage").isNull());
    }

    @Test
    void an_abandoned_stream_of_two_prompts_owes_both_of_them() throws Exception {
        post(COMPLETIONS, Bodies.completion(TWO, 1));
        long prompt = house.record().tokens().prompt();
        try (Caller caller = house.caller()) {
            caller.post(
                    COMPLETIONS,
                    house.key.text(),
                    Bodies.completion(TWO, 4_000, "\"stream\":true"),
                    "X-Simulate-Token-Ms: 20");
            String read = "";
            while (!read.contains("\"index\":1") || !read.contains("\"index\":0")) {
                read += caller.until("\n\n");
            }
            caller.leave();
        }

        UsageRecord aborted = house.records(2).getLast();
        assertThat(aborted.outcome()).isEqualTo(Outcome.CLIENT_ABORTED);
        assertThat(aborted.tokens().prompt()).isEqualTo(prompt);
        assertThat(aborted.tokens().completion()).isGreaterThanOrEqualTo(2);
        await().untilAsserted(
                        () -> assertThat(Counters.of(house.engines).running()).isZero());
        assertThat(Counters.of(house.engines).prompt()).isEqualTo(2 * prompt);
    }

    @Test
    void without_a_limit_a_completion_has_16_tokens_or_what_its_model_says() throws Exception {
        String unlimited = "{\"model\":\"chat\",\"prompt\":\"hi\",\"max_tokens\":null,\"ignore_eos\":true}";
        post(COMPLETIONS, unlimited);
        house.model(new Model(House.MODEL_ID, "platform", House.MODEL, 8_192, 7, true, CallKind.GENERATING));
        house.awaitView();

        post(COMPLETIONS, unlimited);

        assertThat(house.records(2)).extracting(it -> it.tokens().completion()).containsExactly(16L, 7L);
        assertThat(house.sink.records()).extracting(UsageRecord::maxTokens).containsExactly(16L, 7L);
    }

    @Test
    void what_is_of_another_kind_or_nobodys_to_decide_does_not_reach_the_engine() throws Exception {
        try (ScriptedEngine engine = ScriptedEngine.answering(200, "{\"choices\":[]}")) {
            house.withoutEndpoints().endpoint(EngineKind.VLLM, engine.url(), 4);
            house.awaitView();

            post(
                    COMPLETIONS,
                    Bodies.completion(
                            "\"hi\"",
                            3,
                            "\"echo\":true",
                            "\"best_of\":1",
                            "\"messages\":[]",
                            "\"max_completion_tokens\":9",
                            "\"prompt_embeds\":\"x\"",
                            "\"priority\":-1",
                            "\"suffix\":\"s\""));

            JsonNode body = Json.mapper().readTree(engine.bodies().getFirst());
            assertThat(body.propertyNames())
                    .containsExactlyInAnyOrder(
                            "cache_salt", "model", "prompt", "max_tokens", "echo", "suffix", "ignore_eos");
            assertThat(engine.heads().getFirst()).startsWith("POST /v1/completions ");
        }
    }

    @Test
    void answers_that_nobody_would_see_are_refused() throws Exception {
        Caller.Answer answer = post(COMPLETIONS, Bodies.completion("\"hi\"", 3, "\"best_of\":4"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("\"param\":\"best_of\"").contains("must be equal to 'n' (1)");
    }

    @Test
    void several_prompts_of_llama_cpp_are_refused_since_it_counts_one() throws Exception {
        house.engine(EngineKind.LLAMA_CPP, 4);
        house.awaitView();

        Caller.Answer answer = post(COMPLETIONS, Bodies.completion(TWO, 3));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("\"param\":\"prompt\"").contains("llama.cpp");
    }

    @Test
    void embeddings_cost_their_prompts_alone() throws Exception {
        JsonNode one = json(post(EMBEDDINGS, Bodies.embeddings("\"hello world\"")));
        JsonNode two = json(post(EMBEDDINGS, Bodies.embeddings("[\"hello world\",\"one two\"]", "\"stream\":true")));
        JsonNode ids = json(post(EMBEDDINGS, Bodies.embeddings("[[1,2,3],[4,5]]", "\"encoding_format\":\"base64\"")));

        assertThat(one.get("data").size()).isEqualTo(1);
        assertThat(two.get("data").size()).isEqualTo(2);
        assertThat(ids.at("/data/1/embedding").isString()).isTrue();
        List<UsageRecord> records = house.records(3);
        assertThat(records)
                .extracting(it -> it.tokens().prompt())
                .containsExactly(total(one.get("usage")), total(two.get("usage")), 5L);
        assertThat(records).allMatch(it -> it.tokens().completion() == 0 && !it.estimated() && !it.stream());
        assertThat(records).allMatch(it -> it.tokens().prompt() <= it.promptBound());
        assertThat(records).extracting(UsageRecord::maxTokens).containsOnly(0L);
        countersAgree();
        assertThat(house.metric("wellfield_gateway_requests_total{model_owner=\"platform\",model=\"embed/small\","
                        + "simulated=\"true\",call=\"embeddings\",outcome=\"COMPLETED\"}"))
                .isEqualTo(3);
    }

    @Test
    void dimensions_and_format_are_between_the_caller_and_the_engine() throws Exception {
        Caller.Answer answer = post(EMBEDDINGS, Bodies.embeddings("\"hi\"", "\"dimensions\":8"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("\"param\":\"dimensions\"");
        assertThat(house.record().tokens()).isEqualTo(TokenCount.ZERO);
        countersAgree();
    }

    @Test
    void embeddings_larger_than_what_is_held_pass_whole() throws Exception {
        String inputs = "[" + "\"x\",".repeat(199) + "\"x\"]";

        JsonNode answer = json(post(EMBEDDINGS, Bodies.embeddings(inputs)));

        assertThat(answer.get("data").size()).isEqualTo(200);
        assertThat(house.record().tokens().prompt()).isEqualTo(total(answer.get("usage")));
        countersAgree();
    }

    @Test
    void a_model_says_what_it_can_do_when_it_is_asked_for_something_else() throws Exception {
        Caller.Answer chat = post("/v1/chat/completions", Bodies.whole(3).replace("\"chat\"", "\"embed/small\""));
        Caller.Answer embed = post(EMBEDDINGS, Bodies.embeddings("\"hi\"").replace("embed/small", "chat"));

        assertThat(chat.status()).isEqualTo(404);
        assertThat(chat.body())
                .contains("\"param\":\"model\"")
                .contains("\"code\":\"model_not_supported\"")
                .contains(
                        "The model 'embed/small' is not served at /v1/chat/completions. Did you mean /v1/embeddings?");
        assertThat(embed.body()).contains("Did you mean /v1/chat/completions or /v1/completions?");
        assertThat(house.sink.records()).isEmpty();
        assertThat(house.metric("wellfield_gateway_requests_in_flight")).isZero();
    }

    @Test
    void a_model_whose_name_has_a_slash_is_found_however_it_is_written() throws Exception {
        for (String name : List.of("embed/small", "embed%2Fsmall", "embed%2fsmall")) {
            try (Caller caller = house.caller()) {
                Caller.Answer answer =
                        caller.get("/v1/models/" + name, house.key.text()).answer();
                assertThat(json(answer).get("id").stringValue()).isEqualTo("embed/small");
            }
        }
        try (Caller caller = house.caller()) {
            assertThat(caller.get("/v1/models/%zz", house.key.text()).answer().status())
                    .isEqualTo(404);
        }
    }

    @Test
    void whatever_is_asked_in_whatever_form_the_two_layers_agree() throws Exception {
        long seed = 20_261_201;
        Random random = new Random(seed);
        int requests = 60;
        for (int i = 0; i < requests; i++) {
            String prompt =
                    List.of("\"a text\"", TWO, "[5,6,7]", "[[1],[2,3],[4,5,6]]").get(random.nextInt(4));
            String n = "\"n\":" + (1 + random.nextInt(3));
            String stream = "\"stream\":" + random.nextBoolean();
            int most = 1 + random.nextInt(12);
            Caller.Answer answer = switch (random.nextInt(3)) {
                case 0 -> post("/v1/chat/completions", Bodies.whole(most, n, stream));
                case 1 -> post(COMPLETIONS, Bodies.completion(prompt, most, n, stream));
                default -> post(EMBEDDINGS, Bodies.embeddings(prompt));
            };
            assertThat(answer.status()).as("seed %d: %s", seed, answer.body()).isEqualTo(200);
        }

        assertThat(house.records(requests)).noneMatch(UsageRecord::estimated);
        assertThat(house.sink.records())
                .allMatch(it -> it.tokens().prompt() <= it.promptBound())
                .allMatch(it -> it.maxTokens() != null && it.tokens().completion() <= it.maxTokens());
        countersAgree();
    }
}
