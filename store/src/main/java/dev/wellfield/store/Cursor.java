package dev.wellfield.store;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Cursor END = new Cursor(Long.MAX_VALUE, Long.MAX_VALUE);
    private static final int DIGITS = 19;
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,19})([0-9]{19})");

    /** Reads what {@link #toString} wrote; {@link #START} for null or what isn't one. */
    public static Cursor parse(@Nullable String text) {
        Matcher written = WRITTEN.matcher(text == null ? "" : text);
        if (!written.matches()) {
            return START;
        }
        try {
            return new Cursor(Long.parseLong(written.group(1)), Long.parseLong(written.group(2)));
        } catch (NumberFormatException e) {
            return END; // no number of ours is that large: nothing comes after it
        }
    }

    @Override
    public int compareTo(Cursor other) {
        int byTx = Long.compare(tx, other.tx);
        return byTx != 0 ? byTx : Long.compare(id, other.id);
    }

    @Override
    public String toString() {
        return tx + String.format(Locale.ROOT, "%0" + DIGITS + "d", id);
    }
}
