package dev.wellfield.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration TWO_HOURS = Duration.ofHours(2);

    private Instant wall = NOON;
    private long nanos = 1;
    private final ClockWatch watch = new ClockWatch(() -> wall, () -> nanos);

    private void pass(Duration time) {
        wall = wall.plus(time);
        nanos += time.toNanos();
    }

    @Test
    void a_clock_that_goes_as_it_should_is_believed() {
        for (int i = 0; i < 3600; i++) {
            pass(Duration.ofSeconds(1));
            wall = wall.plusMillis(10); // a time server moves it
            assertThat(watch.instant()).isEqualTo(wall);
        }
        assertThat(watch.untold()).isEmpty();
        assertThat(watch.offset()).isZero();
    }

    @Test
    void a_jump_forward_makes_no_time_pass_and_is_told_once() {
        pass(Duration.ofMinutes(1));
        watch.instant();
        wall = wall.plus(TWO_HOURS);
        pass(Duration.ofMinutes(1));

        assertThat(watch.instant()).isEqualTo(NOON.plus(Duration.ofMinutes(2)));
        assertThat(watch.corrected(wall)).isEqualTo(NOON.plus(Duration.ofMinutes(2)));
        assertThat(watch.offset()).isEqualTo(TWO_HOURS);
        assertThat(watch.untold().orElseThrow().by()).isEqualTo(TWO_HOURS);
        assertThat(watch.untold()).isEmpty();

        wall = wall.minus(TWO_HOURS);
        assertThat(watch.untold().orElseThrow().by()).isEqualTo(TWO_HOURS.negated());
        assertThat(watch.instant()).isEqualTo(wall);
        assertThat(watch.offset()).isZero();
    }

    @Test
    void a_jump_back_makes_no_time_pass_twice_and_ends_keep_their_place() {
        pass(Duration.ofMinutes(10));
        watch.instant();
        wall = wall.minus(TWO_HOURS);
        pass(Duration.ofMinutes(1));

        assertThat(watch.instant()).isEqualTo(wall);
        assertThat(watch.corrected(wall.minusSeconds(30)))
                .isEqualTo(NOON.plus(Duration.ofMinutes(11)).minusSeconds(30));
        assertThat(watch.untold().orElseThrow().by()).isEqualTo(TWO_HOURS.negated());
    }
}
