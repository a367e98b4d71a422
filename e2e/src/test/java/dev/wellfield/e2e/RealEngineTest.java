package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A real engine, llama.cpp's server with a model of 344 thousand random weights, started as an ordinary workload. Its Python
 * package is set up by {@code ./wellfield test}; {@code WELLFIELD_TEST_PYTHON} names the interpreter that has it.
 */
class RealEngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void llama_cpp_serves_and_its_own_counters_agree_with_the_invoice() {
        String python = System.getenv("WELLFIELD_TEST_PYTHON");
        assertThat(python).as("WELLFIELD_TEST_PYTHON, set by ./wellfield test").isNotNull();
        try (Installation installation = Installation.withExample()) {
            Path model = installation.resource("tiny.gguf");
            Path server = installation.resource("llamacpp_server.py");
            Path resources = installation.resource("tiny-model.yaml");
            installation.cli("apply", "-f", resources.toString()).ok();
            installation
                    .cli(
                            "submit",
                            "llama",
                            "--tenant",
                            "inference",
                            "--serves",
                            "tiny",
                            "--engine",
                            "LLAMA_CPP",
                            "--memory",
                            "10GiB",
                            "--",
                            python,
                            server.toString(),
                            model.toString(),
                            "tiny")
                    .ok();
            await().atMost(PATIENCE)
                    .until(() -> installation
                            .get("/api/v1/endpoints")
                            .get("items")
                            .path(0)
                            .path("ready")
                            .asBoolean(false));
            String key = installation.key("data", "llama");
            OpenAIClient client = OpenAIOkHttpClient.builder()
                    .baseUrl(installation.gatewayUrl() + "/v1")
                    .apiKey(key)
                    .maxRetries(0)
                    .build();
            try {
                ChatCompletionCreateParams question = ChatCompletionCreateParams.builder()
                        .model("tiny")
                        .addUserMessage("Hello there")
                        .maxCompletionTokens(16)
                        .build();
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> client.chat()
                                .completions()
                                .create(question)
                                .usage()
                                .isPresent());
                client.chat().completions().create(question);
                try (var chunks = client.chat().completions().createStreaming(question)) {
                    assertThat(chunks.stream().count()).isPositive();
                }
            } finally {
                client.close();
            }

            String month = YearMonth.now(ZoneId.of("Asia/Shanghai")).toString();
            for (String direction : new String[] {"input", "output"}) {
                await().atMost(PATIENCE).untilAsserted(() -> {
                    JsonNode trace = installation.get("/api/v1/tenants/data/invoice-previews/" + month + "/lines/"
                            + direction + "-tokens-inference-tiny");
                    assertThat(trace.path("facts").path("count").asLong()).isEqualTo(3);
                    assertThat(trace.path("verdict").asString())
                            .as(trace.toString())
                            .isEqualTo("AGREES");
                });
            }
            assertThat(installation
                            .get("/api/v1/endpoints")
                            .get("items")
                            .get(0)
                            .get("simulated")
                            .asBoolean())
                    .as("it runs on simulated cards")
                    .isTrue();
        }
    }
}
