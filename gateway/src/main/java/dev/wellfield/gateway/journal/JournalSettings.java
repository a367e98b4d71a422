package dev.wellfield.gateway.journal;

import java.time.Duration;

/**
 * How large a journal gets and how long it is kept. The defaults stand in brackets.
 *
 * @param segmentBytes size of one file, made in full before it is used; 256 KiB to 1 GiB (16 MiB)
 * @param maxBytes all files together; at least four segments. Beyond it shipped segments go early; if nothing is shipped
 *     that could go, no new request is admitted (4 GiB)
 * @param keep how long a segment stays after all of it has been shipped (24 h)
 */
public record JournalSettings(int segmentBytes, long maxBytes, Duration keep) {
    public static final JournalSettings DEFAULT = new JournalSettings(16 << 20, 4L << 30, Duration.ofHours(24));

    public JournalSettings {
        if (segmentBytes < 256 << 10 || segmentBytes > 1 << 30) {
            throw new IllegalArgumentException(
                    "segmentBytes (%d) must be from %d to %d".formatted(segmentBytes, 256 << 10, 1 << 30));
        }
        if (maxBytes < 4L * segmentBytes) {
            throw new IllegalArgumentException(
                    "maxBytes (%d) must be at least four segments, %d".formatted(maxBytes, 4L * segmentBytes));
        }
        if (keep.isNegative()) {
            throw new IllegalArgumentException("keep (" + keep + ") must not be negative");
        }
    }
}
