package dev.wellfield.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request to one engine, which can be called off at any moment. Owned by one event loop. */
final class Upstream {
    private final Listener listener;
    private @Nullable HttpClientRequest request;
    private boolean calledOff;
    private boolean ended;

    /** Is told one of these, unless the request is called off before. */
    interface Listener {
        /** The head of the answer is there; its body follows in this same turn of the loop, or later. */
        void answered(HttpClientResponse response);

        /** No connection could be made. */
        void unreachable(String reason);

        /** The connection broke before any answer. */
        void broken(String reason);
    }

    private Upstream(Listener listener) {
        this.listener = listener;
    }

    static Upstream send(
            Loop loop, URI engine, String path, Map<String, String> headers, byte[] body, Listener listener) {
        Upstream upstream = new Upstream(listener);
        boolean secure = "https".equals(engine.getScheme());
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(engine.getHost())
                .setPort(engine.getPort() >= 0 ? engine.getPort() : secure ? 443 : 80)
                .setSsl(secure)
                .setURI(path)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
        headers.forEach(options::putHeader);
        loop.client().request(options).onComplete(connected -> {
            if (connected.succeeded()) {
                upstream.connected(connected.result(), Buffer.buffer(body));
            } else if (!upstream.calledOff) {
                listener.unreachable(String.valueOf(connected.cause().getMessage()));
            }
        });
        return upstream;
    }

    private void connected(HttpClientRequest connected, Buffer body) {
        request = connected;
        connected.exceptionHandler(e -> {
            // Told by the response's future.
        });
        if (calledOff) {
            connected.reset();
            return;
        }
        connected.send(body).onComplete(response -> {
            if (calledOff) {
                return;
            }
            if (response.succeeded()) {
                listener.answered(response.result());
            } else {
                listener.broken(String.valueOf(response.cause().getMessage()));
            }
        });
    }

    /** The answer has ended in order: the connection serves others now. */
    void ended() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Makes the engine stop at once, by closing the connection, unless it has ended. The listener hears nothing more. */
    void callOff() {
        calledOff = true;
        if (request != null && !ended) {
            request.reset();
        }
    }
}
