package dev.wellfield.core.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimeWindowTest {
    /** Lengths and starts reckoned with Python's zoneinfo. */
    @ParameterizedTest
    @CsvSource({
        "2026-03, America/New_York, 2026-03-01T05:00:00Z, 2026-04-01T04:00:00Z, 2674800",
        "2026-11, America/New_York, 2026-11-01T04:00:00Z, 2026-12-01T05:00:00Z, 2595600",
        "2026-03, Europe/Paris, 2026-02-28T23:00:00Z, 2026-03-31T22:00:00Z, 2674800",
        "2026-10, Europe/Paris, 2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z, 2682000",
        "2026-03, Asia/Shanghai, 2026-02-28T16:00:00Z, 2026-03-31T16:00:00Z, 2678400",
        "2026-04, Australia/Lord_Howe, 2026-03-31T13:00:00Z, 2026-04-30T13:30:00Z, 2593800",
        "2026-02, Asia/Kathmandu, 2026-01-31T18:15:00Z, 2026-02-28T18:15:00Z, 2419200",
        "2018-11, America/Sao_Paulo, 2018-11-01T03:00:00Z, 2018-12-01T02:00:00Z, 2588400",
        "2024-02, UTC, 2024-02-01T00:00:00Z, 2024-03-01T00:00:00Z, 2505600"
    })
    void a_month_is_as_long_as_it_is_in_its_zone(YearMonth month, ZoneId zone, Instant from, Instant to, long seconds) {
        TimeWindow window = TimeWindow.of(month, zone);

        assertThat(window).isEqualTo(new TimeWindow(from, to));
        assertThat(window.micros()).isEqualTo(seconds * 1_000_000);
    }

    @Test
    void the_months_of_a_year_leave_no_gap() {
        for (String zone : List.of("America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia")) {
            for (YearMonth month = YearMonth.of(2011, 1); month.getYear() < 2013; month = month.plusMonths(1)) {
                assertThat(TimeWindow.of(month, ZoneId.of(zone)).to())
                        .isEqualTo(TimeWindow.of(month.plusMonths(1), ZoneId.of(zone))
                                .from());
            }
        }
    }

    @Test
    void it_holds_its_start_and_not_its_end() {
        TimeWindow window = window("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z");

        assertThat(window.contains(window.from())).isTrue();
        assertThat(window.contains(window.to().minusNanos(1_000))).isTrue();
        assertThat(window.contains(window.to())).isFalse();
        assertThat(window.contains(window.from().minusNanos(1_000))).isFalse();
    }

    @Test
    void windows_that_only_touch_have_nothing_in_common() {
        TimeWindow first = window("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z");
        TimeWindow second = window("2026-01-01T01:00:00Z", "2026-01-01T02:00:00Z");
        TimeWindow across = window("2026-01-01T00:30:00Z", "2026-01-01T01:30:00Z");

        assertThat(first.intersect(second)).isEmpty();
        assertThat(first.intersect(across)).contains(window("2026-01-01T00:30:00Z", "2026-01-01T01:00:00Z"));
        assertThat(across.intersect(first)).isEqualTo(first.intersect(across));
        assertThat(first.intersect(first)).contains(first);
    }

    @Test
    void a_pod_across_the_end_of_a_month_is_cut_there() {
        // 22:15:00 on 31 January to 03:45:30 on 1 February in Shanghai
        TimeWindow pod = window("2026-01-31T14:15:00Z", "2026-01-31T19:45:30Z");
        ZoneId shanghai = ZoneId.of("Asia/Shanghai");

        assertThat(seconds(pod.intersect(TimeWindow.of(YearMonth.of(2026, 1), shanghai))
                        .orElseThrow()))
                .isEqualTo(6_300);
        assertThat(seconds(pod.intersect(TimeWindow.of(YearMonth.of(2026, 2), shanghai))
                        .orElseThrow()))
                .isEqualTo(13_530);
        assertThat(seconds(pod.intersect(TimeWindow.of(YearMonth.of(2026, 1), ZoneId.of("UTC")))
                        .orElseThrow()))
                .isEqualTo(19_830);
    }

    @Test
    void hours_are_cut_where_utc_has_them() {
        TimeWindow window = window("2026-01-01T00:59:59.999999Z", "2026-01-01T03:00:00.000001Z");

        assertThat(window.hours())
                .containsExactly(
                        window("2026-01-01T00:59:59.999999Z", "2026-01-01T01:00:00Z"),
                        window("2026-01-01T01:00:00Z", "2026-01-01T02:00:00Z"),
                        window("2026-01-01T02:00:00Z", "2026-01-01T03:00:00Z"),
                        window("2026-01-01T03:00:00Z", "2026-01-01T03:00:00.000001Z"));
        assertThat(window("2026-01-01T01:00:00Z", "2026-01-01T02:00:00Z").hours())
                .hasSize(1);
        assertThat(window("2026-01-01T01:00:00Z", "2026-01-01T01:00:00Z").hours())
                .isEmpty();
    }

    @Test
    void microseconds_are_counted_exactly() {
        assertThat(window("2026-01-01T00:00:00.999999Z", "2026-01-01T00:00:01.000001Z")
                        .micros())
                .isEqualTo(2);
        assertThat(new TimeWindow(Instant.EPOCH, Instant.EPOCH.plus(Duration.ofDays(36_500))).micros())
                .isEqualTo(36_500L * 86_400 * 1_000_000);
    }

    @Test
    void it_never_ends_before_it_begins() {
        assertThatThrownBy(() -> window("2026-01-01T01:00:00Z", "2026-01-01T00:00:00Z"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("to (2026-01-01T00:00:00Z) must not be before from (2026-01-01T01:00:00Z)");
    }

    private static long seconds(TimeWindow window) {
        return window.micros() / 1_000_000;
    }

    private static TimeWindow window(String from, String to) {
        return new TimeWindow(Instant.parse(from), Instant.parse(to));
    }

    @Test
    void a_window_is_taken_apart_into_hours_minutes_and_what_is_left() {
        Instant ten = Instant.parse("2026-03-01T10:00:00Z");
        TimeWindow odd = new TimeWindow(ten.plusSeconds(90), ten.plusSeconds(3 * 3600 + 615));

        TimeWindow.Layers layers = odd.layers();

        assertThat(layers.hours()).containsExactly(new TimeWindow(ten.plusSeconds(3600), ten.plusSeconds(3 * 3600)));
        assertThat(layers.minutes())
                .containsExactly(
                        new TimeWindow(ten.plusSeconds(120), ten.plusSeconds(3600)),
                        new TimeWindow(ten.plusSeconds(3 * 3600), ten.plusSeconds(3 * 3600 + 600)));
        assertThat(layers.rest())
                .containsExactly(
                        new TimeWindow(ten.plusSeconds(90), ten.plusSeconds(120)),
                        new TimeWindow(ten.plusSeconds(3 * 3600 + 600), ten.plusSeconds(3 * 3600 + 615)));
    }

    @Test
    void a_window_within_a_minute_is_nothing_but_rest_and_an_empty_one_nothing() {
        Instant ten = Instant.parse("2026-03-01T10:00:00Z");
        TimeWindow short1 = new TimeWindow(ten.plusSeconds(1), ten.plusSeconds(59));

        assertThat(short1.layers().rest()).containsExactly(short1);
        assertThat(short1.layers().minutes()).isEmpty();
        assertThat(new TimeWindow(ten, ten).layers().rest()).isEmpty();
    }
}
