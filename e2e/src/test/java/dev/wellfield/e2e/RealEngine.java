package dev.wellfield.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real engine that serves the model {@code tiny} (344 thousand random weights) as an ordinary workload of the four-team
 * example, and what the caller, the ledger and the engine's own counters say of it.
 */
final class RealEngine implements AutoCloseable {
    static final String MODEL = "tiny";
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Installation installation = Installation.withExample();
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final String month = YearMonth.now(ZoneId.of("Asia/Shanghai")).toString();
    private final String key;

    /** An answer as its caller got it. */
    record Answer(String requestId, int status, String body) {
        JsonNode json() {
            return JSON.readTree(body);
        }

        long prompt() {
            return usage().path("prompt_tokens").asLong();
        }

        long completion() {
            return usage().path("completion_tokens").asLong();
        }

        private JsonNode usage() {
            return body.startsWith("data:") ? events().getLast().path("usage") : json().path("usage");
        }

        /** Of a stream, but for its end mark. */
        List<JsonNode> events() {
            return body.lines()
                    .filter(line -> line.startsWith("data: {"))
                    .map(line -> JSON.readTree(line.substring(6)))
                    .toList();
        }

        boolean isDone() {
            return body.contains("data: [DONE]");
        }
    }

    /** A request as the ledger has it. */
    record Fact(long prompt, long completion, String outcome, boolean estimated) {}

    /** @param model a test resource that declares the model {@code tiny} */
    RealEngine(String model) {
        installation.cli("apply", "-f", installation.resource(model).toString()).ok();
        key = installation.key("data", "real-engine");
    }

    Installation installation() {
        return installation;
    }

    /** Starts it and waits until the gateway has it. */
    void start(String kind, String... command) {
        startWithoutCall(kind, command);
        await().atMost(PATIENCE).until(() -> chat("{\"max_tokens\": 1}").status() == 200);
    }

    /** One that doesn't chat. */
    void startWithoutCall(String kind, String... command) {
        List<String> submit = new ArrayList<>(List.of(
                "submit",
                "engine",
                "--tenant",
                "inference",
                "--serves",
                MODEL,
                "--engine",
                kind,
                "--memory",
                "10GiB",
                "--host-memory",
                "6GiB",
                "--"));
        submit.addAll(List.of(command));
        installation.cli(submit.toArray(String[]::new)).ok();
        awaitReady(true);
    }

    void awaitReady(boolean ready) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode workload = installation.workload("inference/engine");
            assertThat(workload.get("status").get("phase").asString())
                    .as(installation.log("inference/engine"))
                    .isIn("QUEUED", "STARTING", "RUNNING");
            assertThat(endpoint().path("ready").asBoolean(!ready)).isEqualTo(ready);
        });
    }

    JsonNode endpoint() {
        return installation.get("/api/v1/endpoints").get("items").path(0);
    }

    /** Asks for a chat; the members are put into the body. */
    Answer chat(String members) {
        return post(
                "chat/completions",
                with(
                        members,
                        "{\"ignore_eos\": true, \"messages\": [{\"role\": \"user\", \"content\": \"Hello there\"}]}"));
    }

    Answer completion(String members) {
        return post("completions", with(members, "{\"ignore_eos\": true, \"prompt\": \"Hello there\"}"));
    }

    Answer post(String path, String members) {
        try {
            HttpResponse<String> response =
                    client.send(request(path, members), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Answer(id(response), response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(String path, String members) {
        return HttpRequest.newBuilder(URI.create(installation.gatewayUrl() + "/v1/" + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(with(members, "{\"model\": \"" + MODEL + "\"}")))
                .build();
    }

    private static String id(HttpResponse<?> response) {
        return response.headers().firstValue("x-request-id").orElseThrow();
    }

    /** The one object's members and, where they aren't there, the other's. */
    private static String with(String members, String defaults) {
        var both = (tools.jackson.databind.node.ObjectNode) JSON.readTree(defaults);
        JSON.readTree(members).properties().forEach(member -> both.set(member.getKey(), member.getValue()));
        return both.toString();
    }

    /** A stream that its caller reads for himself; closing it leaves in the middle. */
    final class Reading implements AutoCloseable {
        private final HttpResponse<java.io.InputStream> response;
        private final BufferedReader lines;

        private Reading(String members) {
            try {
                String chat = with(
                        members,
                        "{\"stream\": true, \"ignore_eos\": true, \"messages\": [{\"role\": \"user\", \"content\": \"Hello there\"}]}");
                response = client.send(request("chat/completions", chat), HttpResponse.BodyHandlers.ofInputStream());
                lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        String requestId() {
            return id(response);
        }

        /** The next event's data. */
        String next() {
            try {
                String line = lines.readLine();
                while (line != null && !line.startsWith("data: ")) {
                    line = lines.readLine();
                }
                return line == null ? "" : line.substring(6);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** All that is left. */
        String rest() {
            return String.join("\n", lines.lines().toList());
        }

        @Override
        public void close() {
            try {
                response.body().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    Reading read(String members) {
        return new Reading(members);
    }

    /** The ledger's word on a request, once it has it. */
    Fact fact(String requestId) {
        await().atMost(PATIENCE).until(() -> item("output", requestId).isPresent());
        JsonNode input = item("input", requestId).orElseThrow();
        JsonNode output = item("output", requestId).orElseThrow();
        return new Fact(
                input.get("quantity").asLong(),
                output.get("quantity").asLong(),
                output.get("outcome").asString(),
                output.get("estimated").asBoolean());
    }

    private Optional<JsonNode> item(String direction, String requestId) {
        Stream<JsonNode> items = StreamSupport.stream(
                trace(direction).path("facts").path("items").spliterator(), false);
        return items.filter(item -> item.get("source").asString().contains(requestId))
                .findFirst();
    }

    /** The proof of an invoice line: {@code input} or {@code output} tokens. */
    JsonNode trace(String direction) {
        return installation.get("/api/v1/tenants/data/invoice-previews/" + month + "/lines/" + direction
                + "-tokens-inference-" + MODEL);
    }

    /** Waits until the engine's counters have been read after the last request, and they agree with the ledger. */
    void awaitAgreement(boolean exactly) {
        for (String direction : List.of("input", "output")) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode trace = trace(direction);
                assertThat(trace.path("verdict").asString())
                        .as(direction + " " + trace.path("secondLayer"))
                        .isEqualTo("AGREES");
                JsonNode engine = trace.get("secondLayer").get(0);
                if (exactly) {
                    assertThat(engine.get("factsLow").asString())
                            .as(engine.toString())
                            .isEqualTo(engine.get("factsHigh").asString());
                }
            });
        }
    }

    /** The process that was started, by the model's file in its command line, and all below it. */
    List<ProcessHandle> processes(String modelFile) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(arguments -> List.of(arguments).stream().anyMatch(it -> it.equals(modelFile)))
                        .orElse(false))
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .distinct()
                .toList();
    }

    static void signal(String signal, List<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        installation.close();
    }
}
