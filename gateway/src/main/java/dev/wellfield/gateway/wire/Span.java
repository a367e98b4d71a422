package dev.wellfield.gateway.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of some bytes, from one offset up to another. */
record Span(int from, int to) {
    /**
     * A member of a JSON object together with the comma that joins it to its neighbour: without these bytes the object is
     * the same but for the member.
     *
     * @param nameStart where the member's name begins
     * @param valueEnd where its value ends
     * @param objectStart of its object
     */
    static Span member(byte[] json, int objectStart, int nameStart, int valueEnd) {
        int before = nameStart - 1;
        while (before > objectStart && json[before] != ',') {
            before--;
        }
        if (before > objectStart) {
            return new Span(before, valueEnd);
        }
        int after = valueEnd;
        while (isSpace(json[after])) {
            after++;
        }
        return new Span(nameStart, json[after] == ',' ? after + 1 : valueEnd);
    }

    /** Those that there are, the first first. Of two that share a comma only the first. */
    static List<Span> inOrder(@Nullable Span one, @Nullable Span other) {
        if (one == null) {
            return other == null ? List.of() : List.of(other);
        }
        if (other == null) {
            return List.of(one);
        }
        boolean inOrder = one.from() < other.from();
        Span first = inOrder ? one : other;
        Span second = inOrder ? other : one;
        return second.from() < first.to() ? List.of(first) : List.of(first, second);
    }

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
