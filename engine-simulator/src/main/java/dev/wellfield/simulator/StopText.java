package dev.wellfield.simulator;

import java.util.List;
import java.util.Optional;

/**
 * Watches an answer for stop strings. Text that might be the beginning of one is held back until the next token shows,
 * as vLLM does; the stop string itself is cut off unless it was asked for.
 */
final class StopText {

    private final List<String> stops;
    private final boolean included;
    private final int heldBack;
    private final StringBuilder text = new StringBuilder();
    private int released;

    StopText(List<String> stops, boolean included) {
        this.stops = stops;
        this.included = included;
        this.heldBack =
                Math.max(0, stops.stream().mapToInt(String::length).max().orElse(0) - 1);
    }

    /** Takes the next token's text and says which stop string it completed, if any; the text then ends there. */
    Optional<String> append(String piece, boolean watched) {
        int searchFrom = Math.max(0, text.length() - heldBack);
        text.append(piece);
        if (!watched) {
            return Optional.empty();
        }
        String found = null;
        int foundAt = Integer.MAX_VALUE;
        for (String stop : stops) {
            int at = text.indexOf(stop, searchFrom);
            if (at >= 0 && at < foundAt) {
                found = stop;
                foundAt = at;
            }
        }
        if (found != null) {
            text.setLength(included ? foundAt + found.length() : foundAt);
        }
        return Optional.ofNullable(found);
    }

    /** The text that may leave now and hasn't yet. */
    String release(boolean finished) {
        int until = finished ? text.length() : Math.max(released, text.length() - heldBack);
        int from = Math.min(released, until);
        released = until;
        return text.substring(from, until);
    }
}
