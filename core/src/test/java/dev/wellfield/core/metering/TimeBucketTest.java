package dev.wellfield.core.metering;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pieces of time as a zone's clock has them. */
final class TimeBucketTest {
    private static final int MOST = 10_000;

    @ParameterizedTest
    @CsvSource({
        "America/New_York, 2026-03, 743, 31", // forward on the 8th: that day has 23 hours
        "America/New_York, 2026-11, 721, 30", // back on the 1st: 25 hours
        "Europe/Paris, 2026-10, 745, 31",
        "Asia/Shanghai, 2026-03, 744, 31",
        "Asia/Kolkata, 2026-03, 744, 31", // half an hour off UTC
        "Asia/Kathmandu, 2026-02, 672, 28", // three quarters of an hour off UTC
        "Australia/Lord_Howe, 2026-04, 721, 30" // 720.5 hours: half an hour is a piece of its own
    })
    void a_month_has_the_hours_and_days_of_its_zone(String zone, YearMonth month, int hours, int days) {
        TimeWindow window = TimeWindow.of(month, ZoneId.of(zone));

        assertThat(TimeBucket.HOUR.cut(window, ZoneId.of(zone), MOST)).hasSize(hours);
        assertThat(TimeBucket.DAY.cut(window, ZoneId.of(zone), MOST)).hasSize(days);
        assertThat(TimeBucket.MONTH.cut(window, ZoneId.of(zone), MOST)).containsExactly(window);
    }

    @Test
    void a_day_on_which_the_clock_changes_is_an_hour_shorter_or_longer() {
        ZoneId newYork = ZoneId.of("America/New_York");
        TimeWindow march = TimeWindow.of(YearMonth.of(2026, 3), newYork);
        TimeWindow november = TimeWindow.of(YearMonth.of(2026, 11), newYork);

        assertThat(TimeBucket.DAY.cut(march, newYork, MOST).get(7).micros())
                .isEqualTo(Duration.ofHours(23).toNanos() / 1_000);
        assertThat(TimeBucket.DAY.cut(november, newYork, MOST).getFirst().micros())
                .isEqualTo(Duration.ofHours(25).toNanos() / 1_000);
    }

    @Test
    void a_day_without_a_midnight_begins_when_it_begins() {
        ZoneId saoPaulo = ZoneId.of("America/Sao_Paulo");
        TimeWindow november = TimeWindow.of(YearMonth.of(2018, 11), saoPaulo);

        List<TimeWindow> days = TimeBucket.DAY.cut(november, saoPaulo, MOST);

        assertThat(days.get(3).from()).isEqualTo(Instant.parse("2018-11-04T03:00:00Z"));
        assertThat(days).hasSize(30);
    }

    @Test
    void the_first_and_the_last_piece_end_with_the_window() {
        Instant from = Instant.parse("2026-03-01T10:20:00Z");
        TimeWindow window = new TimeWindow(from, from.plus(Duration.ofMinutes(100)));

        assertThat(TimeBucket.HOUR.cut(window, ZoneId.of("Asia/Kolkata"), MOST))
                .as("full hours there are half hours here")
                .extracting(TimeWindow::from)
                .containsExactly(from, Instant.parse("2026-03-01T10:30:00Z"), Instant.parse("2026-03-01T11:30:00Z"));
        assertThat(TimeBucket.MINUTE.cut(new TimeWindow(from, from), ZoneId.of("UTC"), MOST))
                .isEmpty();
    }

    @Test
    void no_more_pieces_than_one_beyond_the_most_are_made() {
        TimeWindow century =
                new TimeWindow(Instant.parse("1990-01-01T00:00:00Z"), Instant.parse("2090-01-01T00:00:00Z"));

        assertThat(TimeBucket.MINUTE.cut(century, ZoneId.of("UTC"), 100)).hasSize(101);
    }

    @Test
    void pieces_cover_the_window_without_gap_or_overlap_in_any_zone() {
        long seed = Long.getLong("wellfield.seed", 20_260_301L);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
        for (int i = 0; i < 300; i++) {
            ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
            Instant from = Instant.parse("2015-01-01T00:00:00Z").plusSeconds(random.nextLong(400_000_000L));
            TimeWindow window = new TimeWindow(from, from.plusSeconds(random.nextLong(1, 5_000_000L)));
            for (TimeBucket bucket : List.of(TimeBucket.HOUR, TimeBucket.DAY, TimeBucket.MONTH)) {
                List<TimeWindow> pieces = bucket.cut(window, zone, MOST);
                assertThat(pieces.getFirst().from()).isEqualTo(window.from());
                assertThat(pieces.getLast().to()).isEqualTo(window.to());
                for (int j = 1; j < pieces.size(); j++) {
                    assertThat(pieces.get(j).from())
                            .as("%s in %s", bucket, zone)
                            .isEqualTo(pieces.get(j - 1).to());
                }
            }
        }
    }
}
