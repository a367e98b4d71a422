package dev.wellfield.gateway;

/** Something with a time limit. Its event loop looks at it four times a second. */
interface Watched {
    /** @param nowNanos of the monotonic clock */
    void look(long nowNanos);

    /** The gateway ends and can wait no longer. */
    void stop();
}
