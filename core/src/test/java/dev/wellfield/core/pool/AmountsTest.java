package dev.wellfield.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class AmountsTest {
    private static final CardModel A100 = Catalogue.find("A100-40GB").orElseThrow();

    @Test
    void amounts_are_added_and_taken_away_dimension_by_dimension() {
        Amounts some = Amounts.of(Map.of(Dimension.CARDS, 500L, Dimension.MEMORY, 20_480L));
        Amounts other = Amounts.ZERO.with(Dimension.MEMORY, 30_000L).with(Dimension.CPU, 2000L);

        assertThat(some.plus(other))
                .isEqualTo(Amounts.of(Map.of(Dimension.CARDS, 500L, Dimension.MEMORY, 50_480L, Dimension.CPU, 2000L)));
        assertThat(some.minus(other).get(Dimension.MEMORY)).isEqualTo(-9_520);
        assertThat(some.minusDownToZero(other)).isEqualTo(Amounts.ZERO.with(Dimension.CARDS, 500L));
        assertThat(some.with(Dimension.CARDS, 0).with(Dimension.MEMORY, 0)).hasSameHashCodeAs(Amounts.ZERO);
    }

    @Test
    void a_sum_that_does_not_fit_is_an_error_and_no_small_number() {
        Amounts huge = Amounts.ZERO.with(Dimension.MEMORY, Long.MAX_VALUE);

        assertThatThrownBy(() -> huge.plus(huge)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void an_allocation_takes_its_shares_of_each_card_once_and_the_host_once() {
        Allocation allocation = new Allocation(
                new UUID(1, 1),
                new UUID(2, 2),
                "data",
                "a100",
                "server-1",
                List.of(new Share(0, 20_480, 400, 300, false, null), new Share(5, 20_480, 400, 300, false, null)),
                Isolation.SOFT,
                true,
                false,
                2000,
                4096);

        assertThat(allocation.amounts(A100))
                .isEqualTo(Amounts.of(Map.of(
                        Dimension.CARDS, 1000L,
                        Dimension.MEMORY, 40_960L,
                        Dimension.COMPUTE, 800L,
                        Dimension.BANDWIDTH, 933_000L,
                        Dimension.CONCURRENCY, 1L,
                        Dimension.CPU, 2000L,
                        Dimension.HOST_MEMORY, 4096L)));
    }

    @Test
    void isolation_is_enough_if_it_is_at_least_as_strong() {
        assertThat(Isolation.HARD.satisfies(Isolation.SOFT)).isTrue();
        assertThat(Isolation.SOFT.satisfies(Isolation.SOFT)).isTrue();
        assertThat(Isolation.NONE.satisfies(Isolation.SOFT)).isFalse();
        assertThat(Isolation.NONE.satisfies(Isolation.NONE)).isTrue();
    }

    @Test
    void a_share_of_nothing_is_none() {
        assertThatThrownBy(() -> new Share(0, 0, 100, 100, false, null)).hasMessageContaining("memoryMib (0)");
        assertThatThrownBy(() -> new Share(0, 1, 0, 100, false, null)).hasMessageContaining("computePermille (0)");
        assertThatThrownBy(() -> new Share(0, 1, 1001, 100, false, null)).hasMessageContaining("1 to 1000");
    }
}
