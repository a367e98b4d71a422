package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Terminal;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Requests to one server as one principal. Every wait is bounded; what can be repeated without harm is repeated once when
 * the connection breaks. Used by the command's thread alone.
 */
public final class Rest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The server sends at least a comment every few seconds. */
    private static final Duration STREAM_PATIENCE = Duration.ofSeconds(45);

    private static final int PROBLEM_BYTES = 1 << 20;

    private final URI server;
    private final Wire wire;
    private final Terminal terminal;

    /** @param server with scheme, host and port, without a slash at the end */
    public Rest(URI server, @Nullable String token, Terminal terminal) {
        this.server = server;
        this.wire = new Wire(server, token);
        this.terminal = terminal;
    }

    public URI server() {
        return server;
    }

    public JsonNode get(ApiPath path) {
        return read(path).json();
    }

    /** A GET whose headers matter, or that isn't JSON. */
    public Answer read(ApiPath path) {
        return send(Request.of("GET", path), FieldNames::dotted);
    }

    public JsonNode post(ApiPath path, JsonNode body) {
        return post(path, body, Map.of(), FieldNames::dotted);
    }

    /** A POST that is repeatable if it carries an Idempotency-Key. */
    public JsonNode post(ApiPath path, JsonNode body, Map<String, String> headers, FieldNames fields) {
        return send(new Request("POST", path, headers, body), fields).json();
    }

    /** A POST without a body. */
    public JsonNode post(ApiPath path) {
        return send(Request.of("POST", path), FieldNames::dotted).json();
    }

    public JsonNode put(ApiPath path, JsonNode body, String ifMatch, FieldNames fields) {
        return send(new Request("PUT", path, Map.of("If-Match", ifMatch), body), fields)
                .json();
    }

    public JsonNode put(ApiPath path, JsonNode body) {
        return send(new Request("PUT", path, Map.of(), body), FieldNames::dotted)
                .json();
    }

    /** A request whose headers matter, on the way there and back. */
    public Answer exchange(String method, ApiPath path, Map<String, String> headers, @Nullable JsonNode body) {
        return send(new Request(method, path, headers, body), FieldNames::dotted);
    }

    public void delete(ApiPath path) {
        send(Request.of("DELETE", path), FieldNames::dotted);
    }

    /** A DELETE of the version that was seen. */
    public void delete(ApiPath path, String ifMatch) {
        send(new Request("DELETE", path, Map.of("If-Match", ifMatch), null), FieldNames::dotted);
    }

    /** Opens an event stream. */
    public EventStream stream(ApiPath path, @Nullable String lastEventId) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Accept", "text/event-stream");
        if (lastEventId != null) {
            headers.put("Last-Event-ID", lastEventId);
        }
        try {
            Wire.Opened opened = wire.open(new Request("GET", path, headers, null), STREAM_PATIENCE);
            if (opened.status() == 200 && opened.body() != null) {
                return new EventStream(opened.body());
            }
            byte[] body = opened.body() == null ? new byte[0] : opened.body().readNBytes(PROBLEM_BYTES);
            throw Problem.of(opened.status(), body).failure(server.toString(), FieldNames::dotted);
        } catch (IOException e) {
            throw Unreachable.failure(server, e);
        }
    }

    private Answer send(Request request, FieldNames fields) {
        try (Terminal.Progress progress = terminal.progress("waiting for " + server)) {
            progress.tick();
            return good(exchange(request), fields);
        } catch (IOException e) {
            throw Unreachable.failure(server, e);
        }
    }

    private Answer exchange(Request request) throws IOException {
        try {
            return wire.exchange(request, PATIENCE);
        } catch (ConnectException | SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            if (!request.repeatable()) {
                throw e;
            }
        }
        return wire.exchange(request, PATIENCE);
    }

    private Answer good(Answer answer, FieldNames fields) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return answer;
        }
        if (status >= 300 && status < 400) {
            throw Failure.of(
                    ExitCode.FAILED,
                    server + " sends elsewhere (status " + status + "), to "
                            + answer.header("location").orElse("nowhere") + ".",
                    "Use the address that it sends to: wellfield login --server URL");
        }
        throw Problem.of(status, answer.body()).failure(server.toString(), fields);
    }
}
