package dev.wellfield.gateway;

import dev.wellfield.core.serving.Endpoint;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An endpoint as this replica knows it: how busy it is, and whether it is well. Its group guards what it takes on; the
 * rest may be touched by any thread.
 */
final class Engine {
    private final Endpoint endpoint;
    private final Dialect dialect;
    private final long hangingNanos;
    private final Progress progress;

    /** Guarded by the group. */
    private int inFlight;

    private long lastTaken;

    private volatile boolean ready;
    private volatile long heardAtNanos = System.nanoTime();
    /** Answers that are under way and that we would read on. */
    private final AtomicInteger answering = new AtomicInteger();

    Engine(Endpoint endpoint, Timeouts timeouts) {
        this.endpoint = endpoint;
        this.dialect = Dialect.of(endpoint.engine());
        this.hangingNanos = timeouts.hanging().toNanos();
        this.progress = new Progress(timeouts.stuck());
    }

    Endpoint endpoint() {
        return endpoint;
    }

    UUID id() {
        return endpoint.id();
    }

    boolean isSimulated() {
        return endpoint.simulated();
    }

    Dialect dialect() {
        return dialect;
    }

    boolean isReady() {
        return ready;
    }

    /** Returns whether that is news. */
    boolean setReady(boolean now) {
        boolean news = ready != now;
        ready = now;
        return news;
    }

    /** It has said something: it doesn't hang. */
    void heard() {
        heardAtNanos = System.nanoTime();
        progress.heard(heardAtNanos);
    }

    /** What it owes us, said or not, and whether it gets on with that. */
    Progress progress() {
        return progress;
    }

    void beganAnswer() {
        heard();
        answering.incrementAndGet();
    }

    /** It ended, or we read no further for now. */
    void endedAnswer() {
        answering.decrementAndGet();
    }

    /**
     * Whether it is silent in the middle of answers. One that has only begun to think isn't judged: an answer in one piece
     * may take minutes.
     */
    boolean isHanging(long nowNanos) {
        return answering.get() > 0 && nowNanos - heardAtNanos > hangingNanos;
    }

    boolean canTake(long nowNanos) {
        return ready
                && inFlight < endpoint.concurrentRequests()
                && !isHanging(nowNanos)
                && (!progress.isStuck() || (inFlight == 0 && progress.mayTryAgain(nowNanos)));
    }

    /** Whether it should get the next request rather than another: the less busy, then the longer idle. */
    boolean isBetterThan(Engine other) {
        return inFlight != other.inFlight ? inFlight < other.inFlight : lastTaken < other.lastTaken;
    }

    void take(long turn) {
        progress.tried(System.nanoTime());
        inFlight++;
        lastTaken = turn;
    }

    void giveBack() {
        inFlight--;
    }

    int inFlight() {
        return inFlight;
    }
}
