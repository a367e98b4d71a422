package dev.wellfield.server.rest;

/**
 * Something that an answer needs is away for now, the database above all. Becomes 503 with Retry-After; it is logged in
 * one line, without a stack trace.
 */
public final class Unavailable extends RuntimeException {
    /** {@code what} is told to the caller: "the database does not answer". */
    public Unavailable(String what, Throwable cause) {
        super(what, cause);
    }

    public Unavailable(String what) {
        super(what);
    }
}
