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
    private final Loop loop;
    private final Listener listener;
    private @Nullable HttpClientRequest request;
    private boolean calledOff;
    private boolean reused;

    /** Is told one of these, unless the request is called off before. */
    interface Listener {
        /** The head of the answer is there; its body follows in this same turn of the loop, or later. */
        void answered(HttpClientResponse response);

        /** No connection could be made. */
        void unreachable(String reason);

        /**
         * The connection broke before any answer.
         *
         * @param reused it had served other requests before, so the engine may just have closed it for idleness
         */
        void broken(boolean reused, String reason);
    }

    private Upstream(Loop loop, Listener listener) {
        this.loop = loop;
        this.listener = listener;
    }

    static Upstream send(
            Loop loop, URI engine, String path, Map<String, String> headers, byte[] body, Listener listener) {
        Upstream upstream = new Upstream(loop, listener);
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
        if (calledOff) {
            connected.reset();
            return;
        }
        reused = !loop.isFirstUse(connected.connection());
        connected.exceptionHandler(e -> {
            // Told by the response's future.
        });
        connected.send(body).onComplete(response -> {
            if (calledOff) {
                return;
            }
            if (response.succeeded()) {
                listener.answered(response.result());
            } else {
                listener.broken(reused, String.valueOf(response.cause().getMessage()));
            }
        });
    }

    /** Makes the engine stop at once, by closing the connection. The listener hears nothing more. */
    void callOff() {
        calledOff = true;
        if (request != null) {
            request.reset();
        }
    }
}
