package dev.wellfield.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;

/** From an engine's answer to the caller's, no faster than the caller takes it. Owned by one event loop. */
final class Outlet {
    private final Reply reply;
    private final HttpClientResponse source;
    private final Patience patience;
    private final Slot slot;

    Outlet(Reply reply, HttpClientResponse source, Patience patience, Slot slot) {
        this.reply = reply;
        this.source = source;
        this.patience = patience;
        this.slot = slot;
    }

    /** Passes some of the answer on; holds the engine back while the caller is behind. */
    void write(Buffer bytes, boolean stream) {
        begin(stream);
        reply.write(bytes);
        if (!patience.isCallerSlow() && reply.isFull()) {
            patience.callerIsSlow();
            slot.readsNoFurther();
            source.pause();
            reply.onDrain(() -> {
                patience.callerHasCaughtUp();
                slot.reads();
                source.resume();
            });
        }
    }

    /** Ends the answer, which may be all of it. */
    void end(Buffer last, boolean stream) {
        if (!stream && !reply.begun()) {
            reply.whole(200, contentType(), last);
            return;
        }
        begin(stream);
        reply.end(last);
    }

    private void begin(boolean stream) {
        if (reply.begun()) {
            return;
        }
        if (stream) {
            reply.beginEvents();
        } else {
            reply.beginLong(contentType(), source.getHeader(HttpHeaders.CONTENT_LENGTH));
        }
    }

    private CharSequence contentType() {
        String type = source.getHeader(HttpHeaders.CONTENT_TYPE);
        return type == null ? "application/json" : type;
    }

    /** What still comes isn't passed on, so nobody has to wait for the caller any more. */
    void release() {
        if (patience.isCallerSlow()) {
            source.resume();
        }
    }
}
