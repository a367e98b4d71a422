package dev.wellfield.gateway.journal;

import java.util.Comparator;

/**
 * A place in a journal: all entries before it are meant.
 *
 * @param sequence of the segment
 * @param offset in bytes from the segment's beginning
 */
record Position(long sequence, int offset) implements Comparable<Position> {
    static final Position START = new Position(0, 0);

    private static final Comparator<Position> ORDER =
            Comparator.comparingLong(Position::sequence).thenComparingInt(Position::offset);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }
}
