package dev.wellfield.server.rest;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers. Only event loops call it. */
final class Responses {
    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);
    private static final String API_POLICY = "default-src 'none'; frame-ancestors 'none'";

    private Responses() {}

    /** Puts on every response what all of them carry. */
    static void prepare(HttpServerResponse response, String requestId) {
        response.headers()
                .set("x-request-id", requestId)
                .set("X-Content-Type-Options", "nosniff")
                .set("Referrer-Policy", "no-referrer")
                .set("Cross-Origin-Resource-Policy", "same-origin")
                .set("Content-Security-Policy", API_POLICY)
                .set("Cache-Control", "no-store");
    }

    /** Writes an answer, unless the caller has left. */
    static void send(HttpServerRequest request, Answer answer) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        try {
            head(response, answer);
            boolean bodiless = answer.status() == 204 || answer.status() == 304;
            if (!bodiless) {
                response.putHeader(
                        "Content-Length", Integer.toString(answer.body().length()));
            }
            if (bodiless || request.method().equals(HttpMethod.HEAD)) {
                response.end();
            } else {
                response.end(answer.body());
            }
        } catch (RuntimeException e) {
            // a header that can't be sent: a bug of the handler, found only here
            LOG.error("the answer to {} {} can't be written", request.method(), request.path(), e);
            request.connection().close();
        }
    }

    static void head(HttpServerResponse response, Answer answer) {
        response.setStatusCode(answer.status());
        if (answer.contentType() != null) {
            response.putHeader("Content-Type", answer.contentType());
        }
        answer.headers().forEach(response::putHeader);
    }

    static void send(HttpServerRequest request, Problem problem) {
        send(request, Answer.of(problem));
    }
}
