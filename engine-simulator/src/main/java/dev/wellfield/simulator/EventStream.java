package dev.wellfield.simulator;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Server-sent events on a response, each in an HTTP chunk of its own as vLLM sends them, or as the faults ask. */
final class EventStream {

    private final Context context;
    private final HttpServerResponse response;
    private final String lineEnd;
    private final int pieceBytes;
    private int paddingBytes;
    private long keepalive = -1;

    EventStream(Context context, HttpServerResponse response, Faults faults) {
        this.context = context;
        this.response = response;
        this.lineEnd = faults.has(Fault.CRLF) ? "\r\n" : "\n";
        this.pieceBytes = faults.number(Fault.SPLIT_BYTES).orElse(Integer.MAX_VALUE);
        this.paddingBytes = faults.number(Fault.LINE_BYTES).orElse(0);
        faults.number(Fault.KEEPALIVE_MS)
                .ifPresent(millis -> keepalive = context.owner().setPeriodic(millis, id -> comment()));
    }

    /** Sends the head at once, before any token. */
    void open() {
        response.putHeader("content-type", "text/event-stream; charset=utf-8");
        response.setChunked(true);
        response.writeHead();
    }

    void event(ObjectNode json) {
        if (paddingBytes > 0) {
            // OpenAI's own field for hiding token lengths.
            json.put("obfuscation", "x".repeat(paddingBytes));
            paddingBytes = 0;
        }
        data(Json.write(json));
    }

    /** An error event, spaced as Python's json does, in which it differs from the chunks. */
    void error(ApiError error) {
        StringBuilder text = new StringBuilder("{\"error\": {");
        error.json().get("error").forEachEntry((name, value) -> field(text, name, value));
        data(text.append("}}").toString());
    }

    private static void field(StringBuilder text, String name, JsonNode value) {
        text.append(text.charAt(text.length() - 1) == '{' ? "" : ", ");
        text.append('"').append(name).append("\": ").append(Json.write(value));
    }

    void done() {
        data("[DONE]");
    }

    private void data(String text) {
        write("data: " + text + lineEnd + lineEnd);
    }

    private void comment() {
        // A reader that is behind has enough to read.
        if (!isFull()) {
            write(": keepalive" + lineEnd + lineEnd);
        }
    }

    private void write(String text) {
        Buffer bytes = Buffer.buffer(text);
        for (int from = 0; from < bytes.length(); ) {
            int to = (int) Math.min(bytes.length(), (long) from + pieceBytes);
            response.write(bytes.getBuffer(from, to));
            from = to;
        }
    }

    /** Whether the reader is behind; {@link #onDrain} tells when it has caught up. */
    boolean isFull() {
        return response.writeQueueFull();
    }

    void onDrain(Runnable action) {
        response.drainHandler(v -> action.run());
    }

    void end() {
        close();
        response.end();
    }

    /** Stops the keepalives; the response is over by other means. */
    void close() {
        if (keepalive >= 0) {
            context.owner().cancelTimer(keepalive);
            keepalive = -1;
        }
    }
}
