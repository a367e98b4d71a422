package dev.wellfield.server.workloads;

import java.nio.charset.StandardCharsets;

/** Cuts bytes of UTF-8 where a character ends, so that none is torn between two pieces. */
final class Utf8Pieces {
    private static final int LONGEST = 4;

    private Utf8Pieces() {}

    /** How many of the bytes belong to whole characters; all of them where the end isn't UTF-8 anyway. */
    static int wholeCharacters(byte[] bytes) {
        for (int back = 1; back <= Math.min(LONGEST, bytes.length); back++) {
            int value = bytes[bytes.length - back] & 0xFF;
            if (value < 0x80) {
                return bytes.length;
            }
            if (value >= 0xC0) {
                int length = value >= 0xF0 ? 4 : value >= 0xE0 ? 3 : 2;
                boolean torn = length > back && bytes.length > back;
                return torn ? bytes.length - back : bytes.length;
            }
        }
        return bytes.length;
    }

    static String text(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
