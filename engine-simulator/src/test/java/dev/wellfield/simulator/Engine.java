package dev.wellfield.simulator;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A running engine that serves the model "tiny" fast, and short ways to talk to it. */
final class Engine implements AutoCloseable {

    private final EngineSimulator simulator;
    private final String baseUrl;

    /** Later words win over the defaults: 5 ms to the first token, 1,000 tokens a second, context 1,024. */
    Engine(String... words) {
        List<String> all = new ArrayList<>(List.of(
                "--port",
                "0",
                "--model",
                "tiny",
                "--ttft-ms",
                "5",
                "--tokens-per-second",
                "1000",
                "--max-model-len",
                "1024"));
        all.addAll(List.of(words));
        simulator = new EngineSimulator(SimulatorOptions.of(all.toArray(String[]::new))).start();
        baseUrl = simulator.baseUrl();
    }

    EngineSimulator simulator() {
        return simulator;
    }

    Call open(String method, String path, String body, String... headers) {
        return new Call(baseUrl, method, path, body, headers);
    }

    /** A chat request with these further fields, such as {@code "max_tokens": 5, "stream": true}. */
    Call chat(String fields, String... headers) {
        return open("POST", "/v1/chat/completions", body(fields), headers);
    }

    static String body(String fields) {
        return "{\"model\": \"tiny\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello there, who are you?\"}]"
                + (fields.isEmpty() ? "" : ", " + fields) + "}";
    }

    /** The answer to a chat request that isn't streamed. */
    JsonNode answer(String fields, String... headers) {
        try (Call call = chat(fields, headers)) {
            return json(call.body());
        }
    }

    /** All events of a streamed chat request. */
    Events events(String fields, String... headers) {
        try (Call call = chat(fields + ", \"stream\": true", headers)) {
            return Events.of(call.body());
        }
    }

    JsonNode get(String path) {
        try (Call call = open("GET", path, "")) {
            return json(call.body());
        }
    }

    static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    Page metrics() {
        try (Call call = open("GET", "/metrics", "")) {
            return Page.of(call.body());
        }
    }

    /** Waits until the metrics are so, and returns them. */
    Page awaitMetrics(Predicate<Page> condition) {
        return await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(this::metrics, condition);
    }

    Page awaitIdle() {
        return awaitMetrics(page -> page.vllm("num_requests_running") == 0 && page.vllm("num_requests_waiting") == 0);
    }

    @Override
    public void close() {
        simulator.close();
    }
}
