package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A server whose clock is set while a workload holds a card. */
class ClockJumpTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final RunningServer server = RunningServer.at(() -> Instant.now().plus(ahead.get()));

    @Test
    void a_clock_that_is_set_is_told_and_nothing_is_charged_for_time_that_has_not_passed() {
        server.submit("training", """
                {'metadata': {'name': 'hold'}, 'spec': {'type': 'BATCH', 'command': ['sleep', '600'], 'cards': 1}}""");
        await().atMost(PATIENCE).until(() -> server.phase("training/hold").equals("RUNNING"));

        ahead.set(Duration.ofHours(2));
        await().atMost(PATIENCE).until(() -> jumpMillis() > 7_000_000);
        await().atMost(PATIENCE)
                .until(() -> server.list("listEvents", "/api/v1/events?limit=20")
                        .toString()
                        .contains("clock.jumped"));
        assertThat(cardSeconds()).isBetween(0L, 600L);

        ahead.set(Duration.ofHours(-2));
        await().atMost(PATIENCE).until(() -> jumpMillis() < -7_000_000);
        ahead.set(Duration.ZERO);
        await().atMost(PATIENCE).until(() -> jumpMillis() == 0);
        server.send(
                "cancelWorkload", "POST", "/api/v1/tenants/training/workloads/hold/cancel", server.operator(), null);
        await().atMost(PATIENCE).until(() -> server.phase("training/hold").equals("CANCELLED"));
        assertThat(cardSeconds()).isBetween(0L, 600L);
    }

    private long jumpMillis() {
        return server.send("getSystem", "GET", "/api/v1/system", server.operator(), null)
                .json()
                .get("clockJumpMillis")
                .asLong();
    }

    private long cardSeconds() {
        long seconds = 0;
        for (JsonNode item : server.list("listCardUsage", "/api/v1/usage/cards")) {
            seconds += new BigDecimal(item.get("cardSeconds").asString()).longValue();
        }
        return seconds;
    }
}
