package dev.wellfield.server.rest;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server on a free port of loopback whose handlers answer the least that the contract allows. */
final class StubServer implements AutoCloseable {
    static final Contract CONTRACT = Contract.load();

    final FakeAuthenticator authenticator = new FakeAuthenticator();
    final RestServer server;
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = HttpClient.newHttpClient();

    private StubServer(RestOptions options, Map<String, OperationHandler> own) {
        Map<String, OperationHandler> handlers = new HashMap<>();
        for (Operation operation : CONTRACT.operations()) {
            handlers.put(operation.id(), leastAnswer(operation));
        }
        handlers.putAll(own);
        try {
            server = RestServer.start(vertx, options, CONTRACT, handlers, authenticator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static StubServer start() {
        return start(Map.of());
    }

    /** With handlers of the test's own for some operations. */
    static StubServer start(Map<String, OperationHandler> own) {
        return new StubServer(RestOptions.on("127.0.0.1", 0), own);
    }

    static StubServer start(RestLimits limits, Map<String, OperationHandler> own) {
        return new StubServer(RestOptions.on("127.0.0.1", 0).withLimits(limits), own);
    }

    static StubServer start(RestOptions options) {
        return new StubServer(options, Map.of());
    }

    private static OperationHandler leastAnswer(Operation operation) {
        Map.Entry<String, Operation.Answer> success = operation.answers().entrySet().stream()
                .filter(it -> it.getKey().startsWith("2"))
                .findFirst()
                .orElseThrow();
        int status = Integer.parseInt(success.getKey());
        Optional<Map.Entry<String, String>> content =
                success.getValue().content().entrySet().stream().findFirst();
        if (content.isEmpty()) {
            return call -> new Reply.Empty(status, Map.of());
        }
        String schema = content.get().getValue();
        return switch (content.get().getKey()) {
            case "application/json" -> {
                JsonNode body = Samples.minimal(CONTRACT.schemas()).of(schema);
                yield call -> new Reply.Json(status, body, Map.of());
            }
            case "text/event-stream" -> call -> Reply.events(sink -> {});
            case "text/csv" -> call -> new Reply.Text(200, "text/csv", "a,b\n", Map.of());
            default -> call -> Reply.plain("text");
        };
    }

    URI uri(String path) {
        return URI.create(server.url() + path);
    }

    /** A request of the operator. */
    Request as(String token) {
        return new Request().header("Authorization", "Bearer " + token);
    }

    Request asOperator() {
        return as(FakeAuthenticator.OPERATOR);
    }

    Request asNobody() {
        return new Request();
    }

    HttpClient client() {
        return client;
    }

    @Override
    public void close() {
        try {
            server.close(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        vertx.close().toCompletionStage().toCompletableFuture().join();
        client.close();
    }

    /** A request in the making. */
    final class Request {
        private final HttpRequest.Builder builder = HttpRequest.newBuilder().timeout(Duration.ofSeconds(20));

        Request header(String name, String value) {
            builder.setHeader(name, value);
            return this;
        }

        Result get(String path) {
            return send("GET", path, null);
        }

        Result post(String path, String json) {
            header("Content-Type", "application/json");
            return send("POST", path, json.getBytes(StandardCharsets.UTF_8));
        }

        Result send(String method, String path, byte @Nullable [] body) {
            builder.uri(uri(path))
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            try {
                return new Result(client.send(builder.build(), BodyHandlers.ofString()));
            } catch (IOException e) {
                throw new UncheckedIOException(method + " " + path, e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** An answer. */
    record Result(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        String code() {
            return json().path("code").asString("");
        }

        /** The violations as "pointer: expected". */
        Collection<String> errors() {
            return json().path("errors")
                    .valueStream()
                    .map(it -> it.get("pointer").asString() + ": "
                            + it.get("expected").asString())
                    .toList();
        }

        /** Checks the answer against the contract. */
        Result checked(String operationId) {
            new ResponseCheck(CONTRACT).check(operationId, status(), header("Content-Type"), body());
            return this;
        }
    }
}
