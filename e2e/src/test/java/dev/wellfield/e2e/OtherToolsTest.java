package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Other people's tools find nothing wrong: OpenAI's clients for Python and Node with the gateway, schemathesis and Redocly
 * with the contract and the server, promtool with the metrics. {@code ./wellfield test} sets them up and names them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherToolsTest {
    private static final String CHAT = "qwen2.5-7b-instruct";
    private static final String EMBEDDINGS = "bge-small";
    private static final Path CONTRACT = Installation.ROOT.resolve("server/src/main/resources/openapi.yaml");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Installation installation = Installation.withExample();
    private Map<String, String> client = Map.of();

    @BeforeAll
    void engines_serve() {
        installation
                .cli(
                        "apply",
                        "-f",
                        installation.resource("clients/embedding-model.yaml").toString())
                .ok();
        serve("chat", CHAT);
        serve("vectors", EMBEDDINGS, "--embeddings");
        client = Map.of(
                "OPENAI_BASE_URL",
                installation.gatewayUrl() + "/v1",
                "OPENAI_API_KEY",
                installation.key("inference", "tools"),
                "CLIENT_PACKAGES",
                tool("WELLFIELD_TEST_NODE_PACKAGES"));
    }

    private void serve(String name, String model, String... flags) {
        List<String> command = new ArrayList<>(List.of("submit", name, "--tenant", "inference", "--serves", model));
        command.addAll(List.of("--engine", "SIMULATOR", "--memory", "10GiB", "--compute", "20%", "--wait-ready", "--"));
        command.addAll(List.of("wellfield", "engine-simulator", "--model", model, "--tokens-per-second", "500"));
        command.addAll(List.of(flags));
        installation.cli(command.toArray(String[]::new)).ok();
    }

    @AfterAll
    void close() {
        installation.close();
    }

    /** What {@code ./wellfield test} has set up. */
    private static String tool(String variable) {
        return Objects.requireNonNull(System.getenv(variable), variable + ", set by ./wellfield test");
    }

    private Installation.Said run(Map<String, String> environment, String... command) {
        return installation.run(environment, List.of(command));
    }

    @Test
    void openais_client_for_python() {
        String script = installation.resource("clients/openai_client.py").toString();

        assertThat(run(client, tool("WELLFIELD_TEST_PYTHON"), script, CHAT, EMBEDDINGS)
                        .ok()
                        .out())
                .contains("is content");
    }

    @Test
    void openais_client_for_node() {
        String script = installation.resource("clients/openai_client.mjs").toString();

        assertThat(run(client, "node", script, CHAT, EMBEDDINGS).ok().out()).contains("is content");
    }

    @Test
    void redocly_finds_no_fault_in_the_contract() {
        String redocly = tool("WELLFIELD_TEST_NODE_PACKAGES") + "/node_modules/.bin/redocly";
        Map<String, String> quiet = Map.of("REDOCLY_TELEMETRY", "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");

        run(quiet, redocly, "lint", CONTRACT.toString(), "--extends=recommended")
                .ok();
    }

    /**
     * But for the endless streams, and for what would take away the token that it works with; and without the check that all
     * data that fits its schema is taken: no schema says that an instant lies in the future, a range is in order, or a
     * name exists.
     */
    @Test
    void schemathesis_finds_no_fault_in_the_server() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(tool("WELLFIELD_TEST_PYTHON"))
                        .resolveSibling("schemathesis")
                        .toString(),
                "run",
                CONTRACT.toString(),
                "--url",
                installation.url(),
                "--header",
                "Authorization: Bearer " + installation.operatorToken(),
                "--checks",
                "all",
                "--exclude-checks",
                "positive_data_acceptance",
                "--max-examples",
                "25",
                "--seed",
                "1",
                "--no-color",
                "--request-timeout",
                "20"));
        for (String operation :
                List.of("followLog", "followEvents", "signOut", "revokeToken", "revokePrincipalToken")) {
            command.addAll(List.of("--exclude-operation-id", operation));
        }

        installation.run(Map.of(), command).ok();
    }

    @Test
    void promtool_finds_no_fault_in_the_metrics() throws IOException {
        Map<String, String> environment = new HashMap<>();
        Path page = Files.createTempFile("wellfield-metrics", ".txt");
        try {
            await().atMost(PATIENCE)
                    .until(() ->
                            installation.send("GET", "/metrics", null).body().contains("wellfield_gateway_requests"));
            Files.writeString(page, installation.send("GET", "/metrics", null).body());
            environment.put("PAGE", page.toString());

            Installation.Said said =
                    run(environment, "sh", "-c", tool("WELLFIELD_TEST_PROMTOOL") + " check metrics <\"$PAGE\"");

            assertThat(said.ok().err()).isEmpty();
        } finally {
            Files.delete(page);
        }
    }
}
