package dev.wellfield.simulator;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which blocks of 16 prompt tokens were seen before. A block counts only together with all blocks before it and with
 * the salt, and a prompt's last token is never taken from the cache. Holds a limited number of blocks, those used last. Owned by the
 * event loop.
 */
final class PrefixCache {

    static final int BLOCK = 16;

    private final Map<Long, Boolean> blocks;

    PrefixCache(int mostBlocks) {
        blocks = new LinkedHashMap<>(64, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                return size() > mostBlocks;
            }
        };
    }

    /** How many tokens of the prompt are cached: a multiple of the block size, less than the prompt. */
    int hits(Prompt prompt, String salt) {
        int most = (prompt.length() - 1) / BLOCK;
        long hash = salt.hashCode();
        for (int block = 0; block < most; block++) {
            hash = hash(hash, prompt, block);
            if (blocks.get(hash) == null) {
                return block * BLOCK;
            }
        }
        return Math.max(0, most) * BLOCK;
    }

    void keep(Prompt prompt, String salt) {
        long hash = salt.hashCode();
        for (int block = 0; block < prompt.length() / BLOCK; block++) {
            hash = hash(hash, prompt, block);
            blocks.put(hash, true);
        }
    }

    private static long hash(long before, Prompt prompt, int block) {
        long hash = before;
        for (int i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
            hash = (hash ^ prompt.id(i)) * 0x100000001b3L;
        }
        return hash * 0x9E3779B97F4A7C15L + 1;
    }
}
