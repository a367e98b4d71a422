package dev.wellfield.simulator;

import java.util.Arrays;

/** A growing list of token ids that takes no more than its limit. */
final class Tokens {

    private final int limit;
    private int[] ids = new int[64];
    private int size;

    Tokens(int limit) {
        this.limit = limit;
    }

    /** Adds one id, or nothing once the limit is reached. */
    void add(int id) {
        if (size == limit) {
            return;
        }
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.min(limit, size * 2));
        }
        ids[size++] = id;
    }

    boolean isFull() {
        return size == limit;
    }

    int size() {
        return size;
    }

    int[] ids() {
        return Arrays.copyOf(ids, size);
    }
}
