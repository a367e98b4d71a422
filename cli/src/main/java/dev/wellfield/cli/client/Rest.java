package dev.wellfield.cli.client;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Requests to one server as one principal. Every wait is bounded; what can be repeated without harm is repeated once when
 * the connection breaks. Used by the command's thread alone.
 */
public final class Rest {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int BODY_BYTES = 64 << 20;

    private final URI server;
    private final @Nullable String token;
    private final Terminal terminal;
    private @Nullable HttpClient client;

    /** @param server with scheme, host and port, without a slash at the end */
    public Rest(URI server, @Nullable String token, Terminal terminal) {
        this.server = server;
        this.token = token;
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
        return good(send(request(path).GET(), true), FieldNames::dotted);
    }

    public JsonNode post(ApiPath path, JsonNode body) {
        return post(path, body, Map.of(), FieldNames::dotted);
    }

    /** A POST that is repeatable if it carries an Idempotency-Key. */
    public JsonNode post(ApiPath path, JsonNode body, Map<String, String> headers, FieldNames fields) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
        headers.forEach(request::header);
        return good(send(request, headers.containsKey("Idempotency-Key")), fields)
                .json();
    }

    /** A POST without a body. */
    public JsonNode post(ApiPath path) {
        return good(send(request(path).POST(BodyPublishers.noBody()), false), FieldNames::dotted)
                .json();
    }

    public JsonNode put(ApiPath path, JsonNode body, String ifMatch, FieldNames fields) {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .header("If-Match", ifMatch)
                .PUT(BodyPublishers.ofByteArray(Json.bytes(body)));
        return good(send(request, false), fields).json();
    }

    public void delete(ApiPath path) {
        good(send(request(path).DELETE(), false), FieldNames::dotted);
    }

    /** Opens an event stream. */
    public EventStream stream(ApiPath path, @Nullable String lastEventId) {
        HttpRequest.Builder request =
                request(path).header("Accept", "text/event-stream").GET();
        if (lastEventId != null) {
            request.header("Last-Event-ID", lastEventId);
        }
        HttpResponse<InputStream> response = send(request, BodyHandlers.ofInputStream(), true);
        if (response.statusCode() == 200) {
            return EventStream.of(response.body());
        }
        try (InputStream body = response.body()) {
            throw Problem.of(response.statusCode(), body.readNBytes(BODY_BYTES))
                    .failure(server.toString(), FieldNames::dotted);
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    private HttpRequest.Builder request(ApiPath path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path.toString()));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, boolean repeatable) {
        return send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES), repeatable);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder builder, BodyHandler<T> handler, boolean repeatable) {
        HttpRequest request = builder.build();
        try {
            return await(client().sendAsync(request, handler));
        } catch (ConnectException | HttpTimeoutException e) {
            throw unreachable(e);
        } catch (IOException e) {
            if (!repeatable) {
                throw unreachable(e);
            }
        }
        try {
            return await(client().sendAsync(request, handler));
        } catch (IOException e) {
            throw unreachable(e);
        }
    }

    /** Limits the whole exchange; the client's own timeout would end with the headers, or cut an event stream short. */
    private <T> HttpResponse<T> await(CompletableFuture<HttpResponse<T>> answer) throws IOException {
        long start = System.nanoTime();
        try (Terminal.Progress progress = terminal.progress("waiting for " + server)) {
            while (true) {
                try {
                    return answer.get(1, TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    if (System.nanoTime() - start > ANSWER.toNanos()) {
                        throw new HttpTimeoutException("no answer within " + ANSWER.toSeconds() + " s");
                    }
                    progress.show();
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.of(ExitCode.FAILED, "Interrupted.");
        } finally {
            answer.cancel(true);
        }
    }

    private Answer good(HttpResponse<byte[]> response, FieldNames fields) {
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            return new Answer(response);
        }
        if (status >= 300 && status < 400) {
            throw Failure.of(
                    ExitCode.FAILED,
                    server + " sends elsewhere (status " + status + "), to "
                            + response.headers().firstValue("Location").orElse("nowhere") + ".",
                    "Use the address that it sends to: wellfield login --server URL");
        }
        throw Problem.of(status, response.body()).failure(server.toString(), fields);
    }

    private Failure unreachable(IOException e) {
        return Unreachable.failure(server, e);
    }

    private HttpClient client() {
        if (client == null) {
            HttpClient.Builder builder =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
            if (!"https".equals(server.getScheme())) {
                builder.sslContext(NoTls.context());
            }
            client = builder.build();
        }
        return client;
    }
}
