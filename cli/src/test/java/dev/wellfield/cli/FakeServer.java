package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A server on loopback that gives prepared answers, in the shapes of the contract, and remembers what it was asked. The
 * last answer prepared for a request is given again and again. A request that the contract doesn't have fails the test. One thread serves; tests read after the command has ended.
 */
final class FakeServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Deque<Prepared>> answers = new HashMap<>();
    private final List<Request> requests = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();

    FakeServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::serve);
        server.start();
    }

    record Request(String method, String path, Map<String, String> headers, String body) {}

    private record Prepared(int status, String type, Map<String, String> headers, String body) {}

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** @param request e.g. {@code GET /api/v1/cards}, with its query */
    FakeServer answer(String request, String json) {
        return answer(request, 200, json, Map.of());
    }

    FakeServer answer(String request, int status, String json, Map<String, String> headers) {
        return prepare(request, new Prepared(status, "application/json", headers, json));
    }

    /** An event stream that ends, or breaks, after these events. */
    FakeServer stream(String request, String events) {
        return prepare(request, new Prepared(200, "text/event-stream", Map.of(), events));
    }

    FakeServer text(String request, String text, Map<String, String> headers) {
        return prepare(request, new Prepared(200, "text/plain", headers, text));
    }

    /** The connection breaks before anything is answered. */
    FakeServer breaks(String request) {
        return prepare(request, new Prepared(0, "", Map.of(), ""));
    }

    private FakeServer prepare(String request, Prepared prepared) {
        answers.computeIfAbsent(request, ignored -> new ArrayDeque<>()).add(prepared);
        return this;
    }

    List<Request> requests() {
        return requests;
    }

    Request last(String method) {
        return requests.stream()
                .filter(it -> it.method().equals(method))
                .reduce((one, other) -> other)
                .orElseThrow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Contract.INSTANCE.wrong(exchange.getRequestMethod(), path).ifPresent(wrong::add);
        requests.add(new Request(exchange.getRequestMethod(), path, headers, body));
        Deque<Prepared> prepared = answers.getOrDefault(exchange.getRequestMethod() + " " + path, new ArrayDeque<>());
        Prepared answer = prepared.size() > 1 ? prepared.remove() : prepared.peek();
        if (answer == null) {
            answer = new Prepared(
                    404,
                    "application/problem+json",
                    Map.of(),
                    "{\"type\":\"x\",\"title\":\"Not found\",\"status\":404,\"code\":\"not-found\","
                            + "\"detail\":\"There is no such thing that you may see.\"}");
        }
        if (answer.status() == 0) {
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        assertThat(wrong).as("requests that the contract doesn't have").isEmpty();
    }
}
