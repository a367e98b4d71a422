package dev.wellfield.gateway;

import io.vertx.core.buffer.Buffer;

/** Passes one answer on. Owned by one event loop. */
interface Relay {
    void data(Buffer bytes);

    /** The engine's answer has ended in order. */
    void end();
}
