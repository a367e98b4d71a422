package dev.wellfield.gateway.journal;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Brings entries from many threads to the journal's. What somebody waits for wakes it at once; the rest may wait some
 * milliseconds for company. It is bounded by the requests in flight, which have a handful of entries each.
 */
final class AppendQueue {
    private static final long REST_NANOS = 1_000_000_000L;
    private static final long LULL_NANOS = 5_000_000L;
    private static final int BATCH = 4_096;

    private enum Taker {
        AWAKE,
        /** For want of anything. */
        ASLEEP,
        /** There is something, but nothing urgent. */
        DOZING
    }

    private final Queue<Append> queue = new ConcurrentLinkedQueue<>();
    private final Thread taker;
    private volatile Taker state = Taker.AWAKE;
    private volatile boolean urgent;

    /** @param taker the only thread that takes */
    AppendQueue(Thread taker) {
        this.taker = taker;
    }

    void add(Append append) {
        queue.add(append);
        if (append.waiter() != null) {
            urgent = true;
        }
        Taker now = state;
        if (now == Taker.ASLEEP || (now == Taker.DOZING && urgent)) {
            LockSupport.unpark(taker);
        }
    }

    /** Takes what there is into {@code batch}, waiting a second at most for the first. */
    void take(List<Append> batch) {
        if (queue.isEmpty()) {
            state = Taker.ASLEEP;
            if (queue.isEmpty()) {
                LockSupport.parkNanos(this, REST_NANOS);
            }
        }
        if (!urgent && !queue.isEmpty()) {
            state = Taker.DOZING;
            if (!urgent) {
                LockSupport.parkNanos(this, LULL_NANOS);
            }
        }
        state = Taker.AWAKE;
        urgent = false;
        Append next;
        while (batch.size() < BATCH && (next = queue.poll()) != null) {
            batch.add(next);
        }
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    void wake() {
        urgent = true;
        LockSupport.unpark(taker);
    }
}
