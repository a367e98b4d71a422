package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** kill -9, in the middle of everything. */
class CrashTest {
    private static final String MODEL = "qwen2.5-7b-instruct";
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void a_killed_server_loses_no_settled_usage_and_finds_its_jobs_again() throws Exception {
        try (Installation installation = Installation.withExample()) {
            engine(installation);
            installation
                    .cli("submit", "job", "--tenant", "training", "--cards", "1", "--", "sh", "-c", JOB)
                    .ok();
            String key = installation.key("data", "crash");
            await().atMost(PATIENCE)
                    .until(() -> ask(installation, key, 12, false).statusCode() == 200);
            long settled = 1;
            for (; settled < 6; settled++) {
                assertThat(ask(installation, key, 12, false).statusCode()).isEqualTo(200);
            }
            String allocation = allocation(installation);
            var stream = ask(installation, key, 4000, true);
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                for (int i = 0; i < 40; i++) {
                    lines.readLine();
                }
                await().pollDelay(Duration.ofMillis(1500)).until(() -> true); // a second of progress is journaled

                installation.kill();
                installation.up().ok();
            } catch (IOException e) {
                assertThat(e).hasMessageNotContaining("JSON"); // the stream breaks off, as it must
            }

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(outcomes(installation, "COMPLETED")).isEqualTo(6);
                assertThat(outcomes(installation, "GATEWAY_CRASH")).isEqualTo(1);
            });
            assertThat(Postgres.count(
                            installation,
                            "select completion_tokens from usage_record where outcome = 'GATEWAY_CRASH' and estimated"))
                    .isPositive();
            assertThat(allocation(installation)).isEqualTo(allocation);
            assertThat(installation.phase("training/job")).isEqualTo("RUNNING");
            String log = installation.log("training/job");
            assertThat(log.lines().filter(line -> line.startsWith("started"))).hasSize(1);
            await().atMost(PATIENCE)
                    .until(() -> ask(installation, key, 12, false).statusCode() == 200);
            installation.cli("cancel", "training/job", "--wait").ok();
            assertThat(installation.phase("training/job")).isEqualTo("CANCELLED");
        }
    }

    private static final String JOB = "echo started $$; i=0; while :; do i=$((i+1)); echo tick $i; sleep 0.2; done";

    private static String allocation(Installation installation) {
        return installation
                .workload("training/job")
                .get("status")
                .get("placement")
                .get("allocation")
                .asString();
    }

    private static long outcomes(Installation installation, String outcome) throws Exception {
        return Postgres.count(installation, "select count(*) from token_fact where outcome = '" + outcome + "'");
    }

    private static void engine(Installation installation) {
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
                        "50")
                .ok();
        await().atMost(PATIENCE).until(() -> {
            JsonNode endpoints = installation.get("/api/v1/endpoints").get("items");
            return endpoints.path(0).path("ready").asBoolean(false);
        });
    }

    private static HttpResponse<InputStream> ask(Installation installation, String key, int maxTokens, boolean stream) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(installation.gatewayUrl() + "/v1/chat/completions"))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        {"model": "%s", "max_tokens": %d, "stream": %s, "ignore_eos": true,
                         "messages": [{"role": "user", "content": "Tell me about fields."}]}""".formatted(MODEL, maxTokens, stream)))
                .build();
        try {
            HttpResponse<InputStream> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (!stream) {
                response.body().readAllBytes();
            }
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_killed_database_is_started_again_and_running_work_goes_on() throws Exception {
        try (Installation installation = Installation.withExample()) {
            installation
                    .cli("submit", "job", "--tenant", "training", "--cards", "1", "--", "sh", "-c", JOB)
                    .ok();
            await().atMost(PATIENCE)
                    .until(() -> installation.phase("training/job").equals("RUNNING"));
            long before = Postgres.pid(installation);

            ProcessHandle.of(before).orElseThrow().destroyForcibly();

            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> Postgres.pid(installation) != before
                            && installation.phase("training/job").equals("RUNNING"));
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> installation
                                    .cli("submit", "after", "--tenant", "data", "--cards", "0", "--", "true")
                                    .status()
                            == 0);
            await().atMost(PATIENCE)
                    .until(() -> installation.phase("data/after").equals("SUCCEEDED"));
        }
    }
}
