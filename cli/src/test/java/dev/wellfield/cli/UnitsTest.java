package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Parsed;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Units;
import dev.wellfield.core.pool.Dimension;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnitsTest {
    private static final Parsed WRONG = new Parsed.Wrong("");

    private static Parsed amount(long amount) {
        return new Parsed.Amount(amount);
    }

    @Test
    void what_is_written_reads_back_as_the_same_amount() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            long number = random.nextLong(1L << random.nextInt(1, 40));
            for (Dimension dimension : Dimension.values()) {
                assertThat(Amounts.parse(dimension, Amounts.option(dimension, number)))
                        .as("%s %d, seed %d", dimension, number, seed)
                        .isEqualTo(amount(number));
            }
            long permille = random.nextLong(1, 1001);
            assertThat(Units.permille(Units.percent(permille)))
                    .as("seed %d", seed)
                    .isEqualTo(amount(permille));
        }
    }

    @Test
    void garbage_is_refused_and_never_thrown_at() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String letters = "0123456789.,-+eEGiBMm%/ s∞";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(24); j >= 0; j--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            String given = text.toString();
            for (Dimension dimension : Dimension.values()) {
                assertThat(Amounts.parse(dimension, given))
                        .as("%s, seed %d", given, seed)
                        .isNotNull();
            }
            assertThat(Units.seconds(given)).as("%s, seed %d", given, seed).isNotNull();
        }
    }

    @Test
    void units_are_demanded_where_a_number_could_mean_two_things() {
        assertThat(Units.memoryMib("20")).isEqualTo(new Parsed.Wrong("a size with its unit: 20GiB or 20MiB"));
        assertThat(Units.memoryMib("20GB"))
                .isEqualTo(new Parsed.Wrong("a size in GiB or MiB (1 GiB = 1024 MiB), e.g. 20GiB"));
        assertThat(Units.memoryMib("0.3MiB")).isInstanceOf(WRONG.getClass());
        assertThat(Units.memoryMib("999999999999999TiB")).isInstanceOf(WRONG.getClass());
        assertThat(Units.permille("0.05%")).isInstanceOf(WRONG.getClass());
        assertThat(Units.permille("101%")).isInstanceOf(WRONG.getClass());
        assertThat(Units.memoryMib("20 gib")).isEqualTo(amount(20480));
        assertThat(Units.milli("500m", "cores")).isEqualTo(amount(500));
        assertThat(Units.seconds("1.5h")).isEqualTo(amount(5400));
    }

    @Test
    void an_amount_is_told_as_the_server_tells_it_with_what_it_is_of() {
        assertThat(Amounts.text(Dimension.CARDS, 500)).isEqualTo("0.5 cards");
        assertThat(Amounts.text(Dimension.MEMORY, 35_841)).isEqualTo("35,841 MiB of device memory");
        assertThat(Amounts.text(Dimension.BANDWIDTH, 1_555_000)).isEqualTo("1,555 GB/s of device memory bandwidth");
        assertThat(Amounts.text(Dimension.HOST_MEMORY, 2048)).isEqualTo("2 GiB of host memory");
        assertThat(Amounts.option(Dimension.BANDWIDTH, 1_555_000)).isEqualTo("1555GB/s");
        assertThat(Units.percent(500)).isEqualTo("50 %");
    }

    @Test
    void durations_are_short() {
        assertThat(List.of(5, 119, 120, 7199, 7200, 172_799, 172_800).stream()
                        .map(it -> Units.duration(Duration.ofSeconds(it))))
                .containsExactly("5s", "119s", "2m", "119m", "2h", "47h", "2d");
    }

    @Test
    void a_point_in_time_is_an_instant_a_day_or_a_duration() {
        assertThat(Times.past("2026-12-01", Call.NOW, ZoneId.of("Asia/Shanghai")))
                .hasToString("Optional[2026-11-30T16:00:00Z]");
        assertThat(Times.past("2026-12-01T08:00:00+08:00", Call.NOW, ZoneOffset.UTC))
                .hasToString("Optional[2026-12-01T00:00:00Z]");
        assertThat(Times.past("12h", Call.NOW, ZoneOffset.UTC)).hasToString("Optional[2026-12-14T22:00:00Z]");
        assertThat(Times.future("1d", Call.NOW)).hasToString("Optional[2026-12-16T10:00:00Z]");
        assertThat(Times.past("yesterday", Call.NOW, ZoneOffset.UTC)).isEmpty();
    }

    @Test
    void ideographs_take_two_columns() {
        Table table = Table.of("NAME", ">N").row("训练", "1").row("abcde", "10");

        assertThat(table.lines(false)).containsExactly("NAME    N", "训练    1", "abcde  10");
    }

    @Test
    void cards_are_told_in_ranges() {
        assertThat(Where.ranges(List.of(2, 0, 1, 5, 7, 8))).isEqualTo("0-2,5,7-8");
    }
}
