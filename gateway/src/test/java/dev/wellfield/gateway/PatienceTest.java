package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PatienceTest {
    private final long now = System.nanoTime();
    private final Patience patience = new Patience(Timeouts.DEFAULT, now);

    private Patience.Verdict after(Duration passed) {
        return patience.judge(System.nanoTime() + passed.toNanos());
    }

    @Test
    void each_wait_has_its_own_limit() {
        assertThat(after(Duration.ofMinutes(59))).isEqualTo(Patience.Verdict.GO_ON);
        patience.queued();
        assertThat(after(Duration.ofSeconds(9))).isEqualTo(Patience.Verdict.GO_ON);
        assertThat(after(Duration.ofSeconds(10))).isEqualTo(Patience.Verdict.PLACE);
        patience.sent();
        assertThat(after(Duration.ofSeconds(599))).isEqualTo(Patience.Verdict.GO_ON);
        assertThat(after(Duration.ofMinutes(10))).isEqualTo(Patience.Verdict.FIRST_BYTE);
        patience.heard();
        assertThat(after(Duration.ofSeconds(119))).isEqualTo(Patience.Verdict.GO_ON);
        assertThat(after(Duration.ofMinutes(2))).isEqualTo(Patience.Verdict.SILENCE);
    }

    @Test
    void while_the_caller_is_slow_the_engine_is_not_to_blame() {
        patience.sent();
        patience.heard();
        patience.callerIsSlow();
        patience.heard();
        assertThat(patience.isCallerSlow()).isTrue();
        assertThat(after(Duration.ofMinutes(1))).isEqualTo(Patience.Verdict.SLOW_CALLER);

        patience.callerHasCaughtUp();

        assertThat(after(Duration.ofSeconds(119))).isEqualTo(Patience.Verdict.GO_ON);
    }

    @Test
    void all_together_has_a_limit_too() {
        patience.sent();
        patience.heard();

        assertThat(after(Duration.ofHours(1))).isEqualTo(Patience.Verdict.REQUEST);
    }
}
