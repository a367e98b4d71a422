package dev.wellfield.gateway;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the requests inside, and lets none in once it is closed. Any thread may call it. */
final class Gate {
    private final int most;
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean closed;

    Gate(int most) {
        this.most = most;
    }

    boolean tryEnter() {
        if (inside.incrementAndGet() <= most) {
            return true;
        }
        inside.decrementAndGet();
        return false;
    }

    void leave() {
        inside.decrementAndGet();
    }

    int inside() {
        return inside.get();
    }

    int most() {
        return most;
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }
}
