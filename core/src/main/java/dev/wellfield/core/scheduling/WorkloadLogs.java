package dev.wellfield.core.scheduling;

import java.util.UUID;

/**
 * What workloads print. The log is one growing sequence of bytes of which the oldest may have been dropped; offsets count
 * from its very beginning and stay valid over restarts. Calls may block on a disk.
 */
public interface WorkloadLogs {
    /** Reads from {@code offset}, or from the oldest byte that is left if that is later; at most {@code maxBytes}. */
    Piece read(UUID allocationId, long offset, int maxBytes);

    /** The offset at which the last {@code lines} lines begin. */
    long tail(UUID allocationId, int lines);

    /**
     * A piece of a log.
     *
     * @param from the offset of its first byte
     * @param next where the next piece begins
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Piece(long from, byte[] bytes, long next) {
        /** Nothing to read at {@code offset}. */
        public static Piece nothing(long offset) {
            return new Piece(offset, new byte[0], offset);
        }
    }
}
