package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.KeyScope;
import dev.wellfield.core.serving.Limits;
import dev.wellfield.core.serving.Model;
import dev.wellfield.core.serving.Secret;
import dev.wellfield.gateway.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who may come in, and what the others are told. */
final class KeysTest {
    private static final Secret EXPIRED = new Secret("sk-wf-expired-0123456789");
    private static final Secret NARROW = new Secret("sk-wf-narrow-0123456789");

    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        house = new House(data)
                .engine("--tokens-per-second", "1000")
                .addKey(EXPIRED, "old", null, null, Instant.parse("2026-01-01T00:00:00Z"))
                .addKey(NARROW, "narrow", Set.of("other"), null, null)
                .model(new Model(new UUID(5, 5), "other-team", "secret", 4_096, null, false, CallKind.GENERATING))
                .model(new Model(new UUID(6, 6), "vision", "own", 4_096, null, false, CallKind.GENERATING))
                .model(new Model(new UUID(7, 7), "platform", "own", 4_096, null, true, CallKind.GENERATING))
                .start();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private Caller.Answer chat(String key, String model) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.chat(key, Bodies.whole(3).replace("\"chat\"", "\"" + model + "\""))
                    .answer();
        }
    }

    private static void isError(
            Caller.Answer answer, int status, @Nullable String param, @Nullable String code, String message) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(UUID.fromString(answer.header("x-request-id")).version()).isEqualTo(7);
        JsonNode error = Json.mapper().readTree(answer.body()).get("error");
        assertThat(error.propertyNames()).containsExactlyInAnyOrder("message", "type", "param", "code");
        assertThat(error.get("type").stringValue()).isEqualTo("invalid_request_error");
        assertThat(error.get("param").stringValue(null)).isEqualTo(param);
        assertThat(error.get("code").stringValue(null)).isEqualTo(code);
        assertThat(error.get("message").stringValue()).contains(message);
    }

    @Test
    void a_wrong_key_is_told_as_little_of_itself_as_will_do() throws Exception {
        String wrong = "sk-wf-not-a-key-that-we-know-WXYZ";

        Caller.Answer answer = chat(wrong, "chat");

        isError(answer, 401, null, "invalid_api_key", "sk-***WXYZ");
        assertThat(answer.body()).doesNotContain("not-a-key");
        assertThat(chat("short", "chat").body()).contains("***").doesNotContain("short");
        assertThat(chat("x".repeat(5_000), "chat").status()).isEqualTo(401);
    }

    @Test
    void without_a_key_the_right_header_is_named() throws Exception {
        for (String header : new String[] {
            "X-Nothing: 1", "Authorization: Basic abc", "Authorization: Bearer ", "Authorization: Bearer"
        }) {
            try (Caller caller = house.caller()) {
                Caller.Answer answer = caller.send("GET /v1/models HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n")
                        .answer();
                isError(answer, 401, null, "invalid_api_key", "Authorization: Bearer");
            }
        }
    }

    @Test
    void the_scheme_may_be_written_in_any_case() throws Exception {
        try (Caller caller = house.caller()) {
            assertThat(caller.send("GET /v1/models HTTP/1.1\r\nHost: x\r\nauthorization: bearer  " + house.key.text()
                                    + " \r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void an_expired_key_is_told_since_when() throws Exception {
        isError(chat(EXPIRED.text(), "chat"), 401, null, "invalid_api_key", "'old' expired at 2026-01-01T00:00:00Z");
    }

    @Test
    void a_revoked_key_is_unknown_within_a_second_or_two() throws Exception {
        assertThat(chat(house.key.text(), "chat").status()).isEqualTo(200);

        house.revoke(house.key);

        Awaitility.await().until(() -> chat(house.key.text(), "chat").status() == 401);
    }

    @Test
    void a_key_that_was_made_a_moment_ago_works_at_once() throws Exception {
        Secret fresh = new Secret("sk-wf-" + "f".repeat(43));
        house.addKey(fresh, "fresh", null, null, null);

        assertThat(chat(fresh.text(), "chat").status()).isEqualTo(200);
    }

    @Test
    void a_model_that_is_not_there_not_seen_or_not_allowed_is_not_found() throws Exception {
        isError(chat(house.key.text(), "nothing"), 404, "model", "model_not_found", "'nothing'");
        isError(chat(house.key.text(), "secret"), 404, "model", "model_not_found", "'secret'");
        isError(chat(NARROW.text(), "chat"), 404, "model", "model_not_found", "'chat'");
    }

    @Test
    void models_are_listed_as_far_as_the_key_may_call_them() throws Exception {
        try (Caller caller = house.caller()) {
            JsonNode list = Json.mapper()
                    .readTree(
                            caller.get("/v1/models", house.key.text()).answer().body());

            assertThat(list.get("object").stringValue()).isEqualTo("list");
            assertThat(list.get("data")
                            .valueStream()
                            .map(model -> model.get("id").stringValue()))
                    .containsExactly("chat", "own");
            JsonNode own = list.get("data").get(1);
            assertThat(own.get("owned_by").stringValue()).isEqualTo("vision");
            assertThat(own.get("object").stringValue()).isEqualTo("model");
            assertThat(list.get("data").get(0).get("created").longValue()).isEqualTo(1_720_784_519L);
            assertThat(Json.mapper()
                            .readTree(caller.get("/v1/models", NARROW.text())
                                    .answer()
                                    .body())
                            .get("data")
                            .size())
                    .isZero();
        }
    }

    @Test
    void one_model_can_be_asked_for() throws Exception {
        try (Caller caller = house.caller()) {
            assertThat(caller.get("/v1/models/own", house.key.text()).answer().body())
                    .contains("\"owned_by\":\"vision\"");
            isError(
                    caller.get("/v1/models/secret", house.key.text()).answer(),
                    404,
                    "model",
                    "model_not_found",
                    "'secret'");
        }
    }

    @Test
    void other_paths_and_methods_are_refused_in_the_same_shape() throws Exception {
        try (Caller caller = house.caller()) {
            isError(
                    caller.post("/v1/nonsense", house.key.text(), "{}").answer(),
                    404,
                    null,
                    "unknown_url",
                    "POST /v1/nonsense");
            isError(caller.get("/", "x").answer(), 404, null, "unknown_url", "GET /");
            Caller.Answer answer =
                    caller.get("/v1/chat/completions", house.key.text()).answer();
            isError(answer, 405, null, "method_not_allowed", "must be POST");
            assertThat(answer.header("allow")).isEqualTo("POST");
        }
    }

    @Test
    void what_a_tenant_must_not_decide_does_not_reach_the_engine() throws Exception {
        try (ScriptedEngine engine = ScriptedEngine.answering(200, "{\"choices\":[]}")) {
            house.withoutEndpoints().endpoint(EngineKind.VLLM, engine.url(), 4);
            house.awaitView();
            try (Caller caller = house.caller()) {
                caller.chat(
                                house.key.text(),
                                Bodies.whole(
                                        3,
                                        "\"priority\":-9",
                                        "\"cache_salt\":\"theirs\"",
                                        "\"request_id\":\"x\"",
                                        "\"kv_transfer_params\":{\"a\":1}",
                                        "\"user\":\"me\"",
                                        "\"n_predict\":100000"),
                                "X-Vllm-Priority: 1",
                                "X-data-parallel-rank: 3",
                                "X-Session-ID: s",
                                "X-Request-Id: theirs",
                                "X-Simulate-Hang: true",
                                "Cookie: c=1")
                        .answer();
            }
            String head = engine.heads().getFirst();
            assertThat(head)
                    .containsIgnoringCase("authorization: Bearer " + House.ENGINE_KEY)
                    .doesNotContain(house.key.text())
                    .doesNotContainIgnoringCase("priority")
                    .doesNotContainIgnoringCase("rank")
                    .doesNotContainIgnoringCase("session")
                    .doesNotContainIgnoringCase("simulate")
                    .doesNotContainIgnoringCase("cookie")
                    .doesNotContain("theirs")
                    .contains("x-request-id: " + house.record().requestId());
            JsonNode body = Json.mapper().readTree(engine.bodies().getFirst());
            assertThat(body.propertyNames())
                    .containsExactlyInAnyOrder("cache_salt", "model", "max_tokens", "messages", "user", "ignore_eos");
            assertThat(body.get("cache_salt").stringValue()).isEqualTo("vision");
        }
    }

    private Caller.Answer post(String path, String key, String body) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.post(path, key, body).answer();
        }
    }

    @Test
    void a_key_with_scopes_opens_those_paths_alone() throws Exception {
        Secret chatOnly = new Secret("sk-wf-chat-only-0123456789");
        Secret modelsOnly = new Secret("sk-wf-models-only-0123456789");
        house.addKey(chatOnly, "talker", null, Set.of(KeyScope.CHAT), Limits.NONE, null)
                .addKey(modelsOnly, "looker", null, Set.of(KeyScope.MODELS), Limits.NONE, null);
        house.awaitView();

        assertThat(chat(chatOnly.text(), "chat").status()).isEqualTo(200);
        isError(
                post("/v1/completions", chatOnly.text(), Bodies.completion("\"hi\"", 3)),
                403,
                null,
                "missing_scope",
                "The API key 'talker' may not be used for this: it lacks the scope 'completions'.");
        isError(
                post("/v1/embeddings", chatOnly.text(), Bodies.embeddings("\"hi\"")),
                403,
                null,
                "missing_scope",
                "'embeddings'");
        isError(chat(modelsOnly.text(), "chat"), 403, null, "missing_scope", "'chat'");
        try (Caller caller = house.caller()) {
            for (String path : new String[] {"/v1/models", "/v1/models/chat"}) {
                assertThat(caller.get(path, modelsOnly.text()).answer().status())
                        .isEqualTo(200);
                isError(caller.get(path, chatOnly.text()).answer(), 403, null, "missing_scope", "'models'");
            }
        }
    }

    private interface Change {
        void to(House house, Secret key);
    }

    @Test
    void what_is_taken_from_a_key_is_refused_within_5_s_on_every_path_and_a_running_stream_goes_on() throws Exception {
        Map<String, Change> changes = Map.of(
                "invalid_api_key", (there, key) -> there.revoke(key),
                "missing_scope", (there, key) -> there.addKey(key, "changing", null, Set.of(), Limits.NONE, null),
                "invalid_api_key ",
                        (there, key) -> there.addKey(
                                key,
                                "changing",
                                null,
                                null,
                                Limits.NONE,
                                Instant.now().minusSeconds(1)));
        for (Map.Entry<String, Change> change : changes.entrySet()) {
            Secret key = new Secret("sk-wf-changing-" + change.getKey().strip()
                    + change.getKey().length());
            house.addKey(key, "changing", null, null, Limits.NONE, null);
            house.awaitView();
            try (Caller stream = house.caller();
                    Caller slow = house.caller()) {
                stream.chat(key.text(), Bodies.stream(100), "X-Simulate-Token-Ms: 60")
                        .until("\n\n");
                // A body that comes later than the change.
                String body = Bodies.whole(3);
                slow.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key.text()
                        + "\r\nContent-Length: " + body.length() + "\r\n\r\n");

                change.getValue().to(house, key);

                Awaitility.await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
                    String code = change.getKey().strip();
                    assertThat(chat(key.text(), "chat").body()).contains(code);
                    assertThat(post("/v1/completions", key.text(), Bodies.completion("\"hi\"", 3))
                                    .body())
                            .contains(code);
                    assertThat(post("/v1/embeddings", key.text(), Bodies.embeddings("\"hi\""))
                                    .body())
                            .contains(code);
                    try (Caller caller = house.caller()) {
                        assertThat(caller.get("/v1/models", key.text()).answer().body())
                                .contains(code);
                        assertThat(caller.get("/v1/models/chat", key.text())
                                        .answer()
                                        .body())
                                .contains(code);
                    }
                });
                assertThat(slow.send(body).answer().body())
                        .contains(change.getKey().strip());
                assertThat(stream.until("[DONE]")).doesNotContain("error");
            }
        }
    }

    @Test
    void a_model_taken_from_a_key_is_not_found_within_5_s() throws Exception {
        Secret key = new Secret("sk-wf-narrowing-0123456789");
        house.addKey(key, "narrowing", null, null, Limits.NONE, null);
        house.awaitView();
        assertThat(chat(key.text(), "chat").status()).isEqualTo(200);

        house.addKey(key, "narrowing", Set.of("own"), null, Limits.NONE, null);

        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> isError(chat(key.text(), "chat"), 404, "model", "model_not_found", "'chat'"));
    }
}
