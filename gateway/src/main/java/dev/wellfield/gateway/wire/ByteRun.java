package dev.wellfield.gateway.wire;

import java.util.Arrays;

/** Bytes that grow at their end. Owned by one thread. */
final class ByteRun {
    private byte[] bytes;
    private int length;

    ByteRun() {
        this(512);
    }

    /** @param expected how many it will probably be; more are taken too */
    ByteRun(int expected) {
        bytes = new byte[expected];
    }

    void add(byte[] source, int from, int to) {
        int more = to - from;
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
        System.arraycopy(source, from, bytes, length, more);
        length += more;
    }

    void add(byte[] source) {
        add(source, 0, source.length);
    }

    /** Of which the first {@link #length} count; valid until the next change. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Empties it; what a huge event needed isn't kept. */
    void clear() {
        length = 0;
        if (bytes.length > 64 << 10) {
            bytes = new byte[512];
        }
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }
}
