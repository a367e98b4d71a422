package dev.wellfield.gateway;

/** Passes one answer on. Owned by one event loop. */
interface Relay {
    void data(byte[] bytes);

    /** The engine's answer has ended in order. */
    void end();
}
