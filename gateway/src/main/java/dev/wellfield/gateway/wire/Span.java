package dev.wellfield.gateway.wire;

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

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
