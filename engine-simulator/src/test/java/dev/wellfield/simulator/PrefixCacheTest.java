package dev.wellfield.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PrefixCacheTest {

    private static final int LIMIT = Integer.MAX_VALUE;

    private final PrefixCache cache = new PrefixCache(4);

    @Test
    void whole_blocks_of_the_same_beginning_are_cached() {
        cache.keep(words(40, "a"), "");

        assertThat(cache.hits(words(40, "a"), "")).isEqualTo(32);
        assertThat(cache.hits(words(33, "a"), "")).isEqualTo(32);
        assertThat(cache.hits(words(31, "a"), "")).isEqualTo(16);
        assertThat(cache.hits(words(40, "b"), "")).isZero();
    }

    @Test
    void the_last_token_is_always_computed() {
        cache.keep(words(32, "a"), "");

        assertThat(cache.hits(words(32, "a"), "")).isEqualTo(16);
    }

    @Test
    void the_blocks_used_longest_ago_make_room() {
        cache.keep(words(32, "a"), "");
        cache.keep(words(32, "b"), "");
        cache.keep(words(16, "c"), "");

        assertThat(cache.hits(words(40, "a"), "")).isZero();
        assertThat(cache.hits(words(40, "b"), "")).isEqualTo(32);
    }

    private static Prompt words(int count, String word) {
        return Prompt.ofText((word + " ").repeat(count).strip(), LIMIT);
    }
}
