package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** From an engine to a proved invoice line, with an ordinary OpenAI client. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServingTest {
    private static final String MODEL = "qwen2.5-7b-instruct";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Installation installation = Installation.withExample();
    private final String month = YearMonth.now(ZoneId.of("Asia/Shanghai")).toString();

    @BeforeAll
    void an_engine_serves() {
        installation
                .cli(
                        "submit",
                        "chat",
                        "--tenant",
                        "inference",
                        "--serves",
                        MODEL,
                        "--engine",
                        "SIMULATOR",
                        "--memory",
                        "20GiB",
                        "--compute",
                        "50%",
                        "--",
                        "wellfield",
                        "engine-simulator",
                        "--model",
                        MODEL,
                        "--tokens-per-second",
                        "200")
                .ok();
        await().atMost(PATIENCE)
                .until(() -> installation
                        .get("/api/v1/endpoints")
                        .get("items")
                        .path(0)
                        .path("ready")
                        .asBoolean(false));
    }

    @AfterAll
    void close() {
        installation.close();
    }

    private OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(installation.gatewayUrl() + "/v1")
                .apiKey(key)
                .maxRetries(0)
                .build();
    }

    private static ChatCompletionCreateParams question(int maxTokens) {
        return ChatCompletionCreateParams.builder()
                .model(MODEL)
                .addUserMessage("Why share a field?")
                .maxCompletionTokens(maxTokens)
                .build();
    }

    private JsonNode trace(String tenant, String line) {
        return installation.get("/api/v1/tenants/" + tenant + "/invoice-previews/" + month + "/lines/" + line);
    }

    @Test
    void an_ordinary_client_is_answered_metered_and_charged_with_proof() throws Exception {
        String key = installation.key("data", "journey");
        OpenAIClient client = client(key);
        try {
            assertThat(client.models().list().data())
                    .anyMatch(model -> model.id().equals(MODEL));
            ChatCompletion answer = client.chat().completions().create(question(20));
            assertThat(answer.usage().orElseThrow().completionTokens()).isEqualTo(20);
            long streamed = 0;
            ChatCompletionCreateParams stream = question(30).toBuilder()
                    .streamOptions(ChatCompletionStreamOptions.builder()
                            .includeUsage(true)
                            .build())
                    .build();
            try (StreamResponse<ChatCompletionChunk> chunks =
                    client.chat().completions().createStreaming(stream)) {
                for (ChatCompletionChunk chunk : (Iterable<ChatCompletionChunk>) chunks.stream()::iterator) {
                    streamed =
                            chunk.usage().map(usage -> usage.completionTokens()).orElse(streamed);
                }
            }
            assertThat(streamed).isEqualTo(30);
        } finally {
            client.close();
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode usage = installation
                    .get("/api/v1/usage/tokens?tenant=data")
                    .get("items")
                    .path(0);
            assertThat(usage.path("completionTokens").asLong()).isEqualTo(50);
        });
        String line = "output-tokens-inference-" + MODEL;
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode trace = trace("data", line);
            assertThat(trace.path("verdict").asString()).isEqualTo("AGREES");
            assertThat(trace.get("facts").get("quantity").asString()).isEqualTo("50");
            JsonNode engine = trace.get("secondLayer").get(0);
            assertThat(engine.get("measured").asString())
                    .as("the engine counts what it wrote for everybody")
                    .isEqualTo(engine.get("factsLow").asString());
            assertThat(engine.get("measured").asInt()).isGreaterThanOrEqualTo(50);
        });
        Installation.Said trace = installation
                .cli("invoice", "trace", "data/" + month + "/" + line)
                .ok();
        assertThat(trace.out()).contains("agrees");

        Postgres.drop(installation, "completion_tokens = 30");

        JsonNode dropped = trace("data", line);
        assertThat(dropped.get("verdict").asString()).isEqualTo("DISAGREES");
        assertThat(dropped.get("secondLayer").get(0).get("difference").asString())
                .isEqualTo("30");
        Installation.Said disagrees = installation.cli("invoice", "trace", "data/" + month + "/" + line);
        assertThat(disagrees.status()).isEqualTo(1);
        assertThat(disagrees.out()).contains("30");
    }

    @Test
    void card_time_agrees_with_the_processes_own_records() {
        JsonNode trace = trace("inference", "reserved-use-a100-40gb");

        assertThat(trace.get("verdict").asString()).isEqualTo("AGREES");
        assertThat(trace.get("line").get("simulated").asBoolean()).isTrue();
    }

    @Test
    void a_key_that_is_revoked_is_refused_within_seconds() {
        String key = installation.key("adhoc", "short-lived");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(key)).isEqualTo(200));

        installation.cli("keys", "revoke", "adhoc/short-lived").ok();

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(status(key)).isEqualTo(401));
    }

    private int status(String key) {
        var request = HttpRequest.newBuilder(URI.create(installation.gatewayUrl() + "/v1/models"))
                .header("Authorization", "Bearer " + key)
                .build();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_tenants_own_calls_cost_nothing_and_show_their_list_value() {
        String key = installation.key("inference", "own");
        OpenAIClient client = client(key);
        try {
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> client.chat()
                            .completions()
                            .create(question(10))
                            .usage()
                            .isPresent());
        } finally {
            client.close();
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            List<JsonNode> lines = new ArrayList<>();
            installation
                    .get("/api/v1/tenants/inference/invoice-previews/" + month)
                    .get("lines")
                    .forEach(lines::add);
            assertThat(lines).anySatisfy(line -> {
                assertThat(line.get("item").asString()).isEqualTo("OUTPUT_TOKENS");
                assertThat(line.get("notes").toString()).contains("OWN_MODEL");
                assertThat(line.get("amount").get("amount").asString()).isEqualTo("0.00");
            });
        });
    }
}
