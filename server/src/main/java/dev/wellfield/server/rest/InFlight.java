package dev.wellfield.server.rest;

import java.util.concurrent.Semaphore;

/** Counts what is in flight against the limits. Any thread; nobody ever waits: what doesn't fit is refused. */
final class InFlight {
    private final Semaphore requests;
    private final Semaphore streams;
    private final Semaphore bodyBytes;

    InFlight(RestLimits limits) {
        requests = new Semaphore(limits.requests());
        streams = new Semaphore(limits.streams());
        bodyBytes = new Semaphore(limits.bodyBudgetBytes());
    }

    boolean tryRequest() {
        return requests.tryAcquire();
    }

    void endRequest() {
        requests.release();
    }

    boolean tryStream() {
        return streams.tryAcquire();
    }

    void endStream() {
        streams.release();
    }

    boolean tryBytes(int count) {
        return bodyBytes.tryAcquire(count);
    }

    void endBytes(int count) {
        bodyBytes.release(count);
    }

    static Problem full(String what) {
        return Problem.unavailable("overloaded", "Too many " + what + " at a time. Try again in a second.", 1);
    }
}
