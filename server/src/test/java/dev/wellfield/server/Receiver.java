package dev.wellfield.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody on loopback who is sent to. Answers the first attempt of each message with a status, and those after it with 204. */
final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final int first;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Queue<Message> messages = new ConcurrentLinkedQueue<>();

    /** What came. */
    record Message(String path, String id, String timestamp, String signature, String body) {
        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        String type() {
            return json().get("type").asString();
        }

        String alert() {
            return json().get("data").get("name").asString();
        }
    }

    Receiver(int first) {
        this.first = first;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::receive);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    private void receive(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        messages.add(new Message(
                exchange.getRequestURI().toString(),
                id,
                exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                exchange.getRequestHeaders().getFirst("webhook-signature"),
                body));
        exchange.getResponseHeaders().set("Location", url() + "/elsewhere");
        exchange.sendResponseHeaders(seen.add(id) ? first : 204, -1);
        exchange.close();
    }

    /** All about one alert, in the order in which they came. */
    List<Message> about(String alert) {
        return new ArrayList<>(messages)
                .stream().filter(it -> it.alert().equals(alert)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
