package dev.wellfield.store.embedded;

import java.time.Duration;

/**
 * How long to wait before the next try: 0.1 s at first, twice as long each time, 30 s at most. It never says to give up.
 *
 * @param failures tries in a row that did not last
 */
record Backoff(int failures) {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /** Doubling from the first reaches the longest before this. */
    private static final int DOUBLINGS = 10;

    static final Backoff NONE = new Backoff(0);

    Backoff next() {
        return new Backoff(failures + 1);
    }

    Duration delay() {
        if (failures == 0) {
            return Duration.ZERO;
        }
        Duration delay = FIRST.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
        return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
    }
}
