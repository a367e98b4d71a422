package dev.wellfield.gateway;

/** Knows what one request is waiting for and since when, and says when that is too long. Owned by one event loop. */
final class Patience {
    private final Timeouts limits;
    private final long beganNanos;
    private Waiting waiting = Waiting.NOTHING;
    private long sinceNanos;

    /** What the request waits for. */
    private enum Waiting {
        NOTHING,
        PLACE,
        FIRST_BYTE,
        MORE,
        CALLER
    }

    /** What has taken too long. */
    enum Verdict {
        /** Nothing. */
        GO_ON,
        REQUEST,
        PLACE,
        FIRST_BYTE,
        SILENCE,
        SLOW_CALLER
    }

    Patience(Timeouts limits, long beganNanos) {
        this.limits = limits;
        this.beganNanos = beganNanos;
    }

    private void waitFor(Waiting what) {
        waiting = what;
        sinceNanos = System.nanoTime();
    }

    /** It stands in the queue. */
    void queued() {
        waitFor(Waiting.PLACE);
    }

    /** The engine has it. */
    void sent() {
        waitFor(Waiting.FIRST_BYTE);
    }

    /** The engine has said something. */
    void heard() {
        if (waiting != Waiting.CALLER) {
            waitFor(Waiting.MORE);
        }
    }

    /** The caller takes no more for now. */
    void callerIsSlow() {
        waitFor(Waiting.CALLER);
    }

    void callerHasCaughtUp() {
        waitFor(Waiting.MORE);
    }

    /** The engine has it, and hasn't said anything. */
    boolean awaitsFirstByte() {
        return waiting == Waiting.FIRST_BYTE;
    }

    boolean isCallerSlow() {
        return waiting == Waiting.CALLER;
    }

    /** From the request's arrival to the last that was heard. */
    long sinceArrivalNanos() {
        return System.nanoTime() - beganNanos;
    }

    Verdict judge(long nowNanos) {
        if (nowNanos - beganNanos > limits.request().toNanos()) {
            return Verdict.REQUEST;
        }
        long waited = nowNanos - sinceNanos;
        return switch (waiting) {
            case NOTHING -> Verdict.GO_ON;
            case PLACE -> waited > limits.queue().toNanos() ? Verdict.PLACE : Verdict.GO_ON;
            case FIRST_BYTE -> waited > limits.firstByte().toNanos() ? Verdict.FIRST_BYTE : Verdict.GO_ON;
            case MORE -> waited > limits.silence().toNanos() ? Verdict.SILENCE : Verdict.GO_ON;
            case CALLER -> waited > limits.slowCaller().toNanos() ? Verdict.SLOW_CALLER : Verdict.GO_ON;
        };
    }
}
