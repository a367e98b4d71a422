package dev.wellfield.gateway;

/**
 * Whether it makes sense to send a refused request again.
 *
 * @param sensible if not, clients that would do it by themselves are told not to
 * @param afterMillis when; 0 says nothing about it
 */
record Retry(boolean sensible, long afterMillis) {
    /** As clients like. */
    static final Retry UNSAID = new Retry(true, 0);

    static final Retry NEVER = new Retry(false, 0);

    /** Longer waits mean nothing to anybody. */
    private static final long MOST_MILLIS = 3_600_000;

    static Retry in(long seconds) {
        return new Retry(true, Math.min(1_000 * seconds, MOST_MILLIS));
    }

    static Retry inNanos(long nanos) {
        return new Retry(true, Math.clamp(Math.ceilDiv(nanos, 1_000_000L), 1, MOST_MILLIS));
    }

    /** Whole seconds, of which none is too short. */
    long afterSeconds() {
        return Math.ceilDiv(afterMillis, 1_000L);
    }
}
