package dev.wellfield.gateway;

import java.math.BigDecimal;

/** Durations as Go writes them and OpenAI's clients expect them: {@code 0s}, {@code 120ms}, {@code 1.5s}, {@code 6m0s}. */
final class GoDuration {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_MILLIS = 100L * 3_600_000;

    private GoDuration() {}

    /** Rounded up to milliseconds; what is longer than 100 hours is that long. */
    static String ofNanos(long nanos) {
        long millis = Math.min(Math.ceilDiv(nanos, NANOS_PER_MILLI), MOST_MILLIS);
        if (millis == 0) {
            return "0s";
        }
        if (millis < 1_000) {
            return millis + "ms";
        }
        long minutes = millis / 60_000;
        String seconds =
                BigDecimal.valueOf(millis % 60_000, 3).stripTrailingZeros().toPlainString() + "s";
        if (minutes == 0) {
            return seconds;
        }
        return minutes < 60 ? minutes + "m" + seconds : minutes / 60 + "h" + minutes % 60 + "m" + seconds;
    }
}
