package dev.wellfield.server.rest;

import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An answer as it goes over the wire, made on the request's thread and written by the event loop. */
record Answer(int status, @Nullable String contentType, Map<String, String> headers, Buffer body) {
    private static final int GZIP_FROM_BYTES = 1024;
    private static final Buffer NOTHING = Buffer.buffer();

    static Answer of(Problem problem) {
        return new Answer(
                problem.status(),
                "application/problem+json",
                problem.headers(),
                Buffer.buffer(Json.bytes(problem.toJson())));
    }

    /** An answer to a caller that takes gzip or doesn't. Event streams are not answers: they have no end to wait for. */
    static Answer of(Reply reply, boolean takesGzip) {
        return switch (reply) {
            case Reply.Json json ->
                packed(json.status(), "application/json", json.headers(), Json.bytes(json.body()), takesGzip);
            case Reply.Text text ->
                packed(text.status(), text.contentType(), text.headers(), Json.utf8(text.text()), takesGzip);
            case Reply.Empty empty -> new Answer(empty.status(), null, empty.headers(), NOTHING);
            case Reply.Events events -> new Answer(200, StreamSink.CONTENT_TYPE, Map.of(), NOTHING);
        };
    }

    private static Answer packed(
            int status, String contentType, Map<String, String> headers, byte[] body, boolean takesGzip) {
        if (body.length < GZIP_FROM_BYTES) {
            return new Answer(status, contentType, headers, Buffer.buffer(body));
        }
        Map<String, String> more = new TreeMap<>(headers);
        more.put("Vary", "Accept-Encoding");
        if (!takesGzip) {
            return new Answer(status, contentType, more, Buffer.buffer(body));
        }
        more.put("Content-Encoding", "gzip");
        return new Answer(status, contentType, more, Buffer.buffer(Gzip.pack(body)));
    }
}
