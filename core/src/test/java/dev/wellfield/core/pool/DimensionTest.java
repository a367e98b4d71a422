package dev.wellfield.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DimensionTest {
    @Test
    void an_amount_is_told_in_the_unit_that_people_use() {
        assertThat(Dimension.CARDS.text(9000)).isEqualTo("9 cards");
        assertThat(Dimension.CARDS.text(1000)).isEqualTo("1 card");
        assertThat(Dimension.COMPUTE.text(3000)).isEqualTo("3 cards of compute");
        assertThat(Dimension.MEMORY.text(51_200)).isEqualTo("50 GiB");
        assertThat(Dimension.HOST_MEMORY.text(512)).isEqualTo("512 MiB");
        assertThat(Dimension.BANDWIDTH.text(1_555_000)).isEqualTo("1,555 GB/s");
        assertThat(Dimension.CONCURRENCY.text(1)).isEqualTo("1 workload");
        assertThat(Dimension.CONCURRENCY.text(12)).isEqualTo("12 workloads");
        assertThat(Dimension.CPU.text(1500)).isEqualTo("1.5 cores");
    }

    @Test
    void nothing_is_rounded() {
        assertThat(Dimension.MEMORY.text(35_841)).isEqualTo("35,841 MiB");
        assertThat(Dimension.MEMORY.text(1280)).isEqualTo("1.25 GiB");
        assertThat(Dimension.CARDS.text(500)).isEqualTo("0.5 cards");
        assertThat(Dimension.CARDS.text(1_098)).isEqualTo("1.098 cards");
        assertThat(Dimension.CARDS.text(1_005)).isEqualTo("1.005 cards");
        assertThat(Dimension.BANDWIDTH.text(1_555_100)).isEqualTo("1,555.1 GB/s");
        assertThat(Dimension.BANDWIDTH.text(1_555_123)).isEqualTo("1,555,123 MB/s");
    }

    @Test
    void nought_has_a_unit_too() {
        assertThat(Dimension.CARDS.text(0)).isEqualTo("0 cards");
        assertThat(Dimension.MEMORY.text(0)).isEqualTo("0 MiB");
    }
}
