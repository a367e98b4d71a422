package dev.wellfield.store;

import org.jspecify.annotations.Nullable;

/**
 * A place in the order of events: transaction, then id. People get it as one opaque number.
 *
 * @param tx the transaction that wrote the event
 * @param id the event's number
 */
public record Cursor(long tx, long id) implements Comparable<Cursor> {
    /** Before the first event. */
    public static final Cursor START = new Cursor(0, 0);

    private static final int DIGITS = 19;

    /** Reads what {@link #toString} wrote; {@link #START} for null or what isn't one. */
    public static Cursor parse(@Nullable String text) {
        if (text == null || text.length() <= DIGITS || !text.chars().allMatch(Character::isDigit)) {
            return START;
        }
        int split = text.length() - DIGITS;
        if (split > DIGITS - 1) {
            return START;
        }
        return new Cursor(Long.parseLong(text.substring(0, split)), Long.parseLong(text.substring(split)));
    }

    @Override
    public int compareTo(Cursor other) {
        int byTx = Long.compare(tx, other.tx);
        return byTx != 0 ? byTx : Long.compare(id, other.id);
    }

    @Override
    public String toString() {
        return tx + String.format("%0" + DIGITS + "d", id);
    }
}
