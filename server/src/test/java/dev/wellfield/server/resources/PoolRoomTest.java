package dev.wellfield.server.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolRoomTest {
    private static PoolRoom cards(long milli) {
        Quota quota = new Quota(
                "training", "a100", Map.of(Dimension.CARDS, new Limit(3000, 3000L)), null, Quota.OverQuota.QUEUE, 1);
        return new PoolRoom(Map.of("a100", Map.of(Dimension.CARDS, milli)), List.of(quota));
    }

    @Test
    void a_pool_that_was_short_before_and_loses_nothing_is_not_held_against_a_change() {
        assertThat(cards(2000).shortOf(cards(2000))).isEmpty();
        assertThat(cards(2500).shortOf(cards(2000))).isEmpty();
    }

    @Test
    void a_pool_that_loses_what_is_guaranteed_is() {
        assertThat(cards(2000).shortOf(cards(3000)))
                .containsExactly(new PoolRoom.Shortage("a100", Dimension.CARDS, 2000, 3000, "training 3 cards"));
        assertThat(cards(1000).shortOf(cards(2000))).hasSize(1);
        assertThat(cards(3000).shortOf(cards(8000))).isEmpty();
    }
}
