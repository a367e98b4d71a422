package dev.wellfield.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.watch.Signal.EngineState;
import dev.wellfield.core.watch.Signal.Life;
import dev.wellfield.core.watch.Signal.LimitKind;
import dev.wellfield.core.watch.Signal.QuotaUse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SignalTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Rule DOWN = Rule.BUILT_IN.getLast();

    private static EngineState running(Duration age, @Nullable Duration heartbeatAge) {
        return EngineState.running(
                "inference",
                "chat",
                "qwen",
                true,
                NOW.minus(age),
                heartbeatAge == null ? null : NOW.minus(heartbeatAge),
                NOW);
    }

    @Test
    void a_quota_is_used_of_its_ceiling_else_of_its_guarantee_else_not_at_all() {
        Quota quota = new Quota(
                "training",
                "a100",
                Map.of(
                        Dimension.CARDS, new Limit(1000, 4000L),
                        Dimension.HOST_MEMORY, new Limit(2048, null),
                        Dimension.CPU, new Limit(0, 0L)),
                null,
                Quota.OverQuota.QUEUE,
                1);

        assertThat(QuotaUse.of(quota, Dimension.CARDS, 3000)).hasValueSatisfying(use -> {
            assertThat(use.permille()).isEqualTo(750);
            assertThat(use.limitKind()).isEqualTo(LimitKind.CEILING);
        });
        assertThat(QuotaUse.of(quota, Dimension.HOST_MEMORY, 4096)).hasValueSatisfying(use -> {
            assertThat(use.permille()).isEqualTo(2000);
            assertThat(use.limitKind()).isEqualTo(LimitKind.GUARANTEE);
            assertThat(use.name()).isEqualTo("quota.training.a100.host-memory");
        });
        assertThat(QuotaUse.of(quota, Dimension.CPU, 0)).isEmpty();
        assertThat(QuotaUse.of(quota, Dimension.MEMORY, 5)).isEmpty();
    }

    @Test
    void an_engine_may_load_for_five_minutes_and_is_ready_while_it_answers() {
        assertThat(running(Duration.ofMinutes(4), null).life()).isEqualTo(Life.LOADING);
        assertThat(running(Duration.ofMinutes(5), null).life()).isEqualTo(Life.SILENT);
        assertThat(running(Duration.ofHours(1), Duration.ofSeconds(9)).life()).isEqualTo(Life.READY);
        EngineState silent = running(Duration.ofHours(1), Duration.ofSeconds(45));
        assertThat(silent.life()).isEqualTo(Life.SILENT);
        assertThat(silent.silentSeconds()).isEqualTo(45);
    }

    @Test
    void only_an_engine_that_is_silent_or_gone_can_be_down() {
        assertThat(DOWN.value(running(Duration.ofMinutes(4), null))).hasValue(0);
        assertThat(DOWN.value(running(Duration.ofHours(1), Duration.ofSeconds(45))))
                .hasValue(45);
        assertThat(DOWN.value(EngineState.gone("inference", "chat", "qwen", true, NOW.minusSeconds(31), NOW)))
                .isEqualTo(OptionalLong.of(31));
        assertThat(DOWN.brokenBy(10)).isFalse();
        assertThat(DOWN.brokenBy(11)).isTrue();
    }
}
