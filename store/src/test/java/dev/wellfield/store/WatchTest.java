package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.watch.Alert;
import dev.wellfield.core.watch.AlertState;
import dev.wellfield.core.watch.AlertState.Acknowledgement;
import dev.wellfield.core.watch.AlertState.Firing;
import dev.wellfield.core.watch.AlertState.Pending;
import dev.wellfield.core.watch.AlertState.Phase;
import dev.wellfield.core.watch.AlertState.Resolved;
import dev.wellfield.core.watch.Measure;
import dev.wellfield.core.watch.Rule.Code;
import dev.wellfield.core.watch.Rule.Severity;
import dev.wellfield.core.watch.Signal;
import dev.wellfield.core.watch.Signal.CardUse;
import dev.wellfield.core.watch.Signal.EngineState;
import dev.wellfield.core.watch.Signal.Life;
import dev.wellfield.core.watch.Signal.LimitKind;
import dev.wellfield.core.watch.Signal.QuotaUse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals, alerts and what is sent to webhooks. */
final class WatchTest {
    private static final Instant NOW = Declared.NOW;
    private static final Instant MINUTE = NOW.truncatedTo(ChronoUnit.MINUTES);
    private static final Visible ALL = new Visible(true, Set.of());
    private static final Visible SPEECH = new Visible(false, Set.of("speech"));
    private static final Signal CARD = new CardUse("server-1", 0, "a100", 125, 100, true, true);
    private static final Signal ENGINE = new EngineState("vision", "chat", "qwen", Life.SILENT, 45, true);

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();

    @BeforeEach
    void declare() {
        Declared.in(app);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static Signal use(long used) {
        return new QuotaUse("speech", "a100", Dimension.HOST_MEMORY, used, 1000, LimitKind.GUARANTEE);
    }

    private void put(Instant at, Signal... signals) {
        app.transaction(tx -> {
            tx.signals().put(List.of(signals), at);
            return null;
        });
    }

    private List<Signal> latest(Visible visible) {
        return app.transaction(tx -> tx.signals().latest(visible, null).stream()
                .map(Signals.Seen::signal)
                .toList());
    }

    @Test
    void the_latest_of_what_is_there_is_kept_and_shown_to_its_owner() {
        put(NOW, CARD, ENGINE, use(100));
        put(NOW.plusSeconds(5), CARD, use(300));

        assertThat(latest(ALL)).containsExactly(CARD, use(300));
        assertThat(latest(SPEECH)).containsExactly(use(300));
        assertThat(app.<List<Signals.Seen>>transaction(tx -> tx.signals().latest(ALL, "vision")))
                .isEmpty();
    }

    @Test
    void a_minute_has_the_lowest_the_highest_and_the_sum_and_is_forgotten_after_a_day() {
        put(MINUTE, use(100));
        put(MINUTE.plusSeconds(5), use(300));
        put(MINUTE.plusSeconds(60), use(200));

        List<Signals.Minute> minutes = app.transaction(tx -> tx.signals().minutes("quota.speech.a100.host-memory"));
        app.transaction(tx -> {
            tx.signals().forget(MINUTE.plus(Signals.MINUTES_KEPT).plusSeconds(1));
            return null;
        });

        assertThat(minutes)
                .containsExactly(
                        new Signals.Minute(Measure.USED_PERMILLE, MINUTE, 2, 100, 300, 400),
                        new Signals.Minute(Measure.USED_PERMILLE, MINUTE.plusSeconds(60), 1, 200, 200, 200));
        assertThat(database.ask("select count(*) from signal_minute")).isEqualTo("1");
    }

    private static Alert alert(long id, AlertState state) {
        return new Alert(new UUID(0, id), Code.ENGINE_DOWN, Severity.CRITICAL, ENGINE, 45, 10, state, NOW);
    }

    private Optional<Alert> found() {
        return app.transaction(tx -> tx.alerts().find("engine-down.vision.chat"));
    }

    @Test
    void an_alert_is_kept_in_each_of_its_states() {
        Acknowledgement tina = new Acknowledgement("tina", NOW.plusSeconds(3), "restarting it");
        for (AlertState state : List.of(
                new Pending(NOW),
                new Firing(NOW, NOW.plusSeconds(1), null, null),
                new Firing(NOW, NOW.plusSeconds(1), NOW.plusSeconds(2), tina),
                new Resolved(NOW, NOW.plusSeconds(1), NOW.plusSeconds(9), tina))) {
            app.transaction(tx -> {
                tx.alerts().insert(alert(1, new Pending(NOW)));
                tx.alerts().update(alert(1, state));
                return null;
            });

            assertThat(found()).hasValue(alert(1, state));
        }
    }

    @Test
    void of_a_name_one_is_open_and_those_before_it_are_history() {
        Alert over = alert(1, new Resolved(NOW, NOW, NOW.plusSeconds(9), null));
        Alert open = alert(2, new Pending(NOW.plusSeconds(20)));
        boolean[] added = app.transaction(tx -> new boolean[] {
            tx.alerts().insert(over),
            tx.alerts().insert(open),
            tx.alerts().insert(alert(3, new Pending(NOW.plusSeconds(21))))
        });

        assertThat(added).containsExactly(true, true, false);
        assertThat(found()).hasValue(open);
        assertThat(app.<List<Alert>>transaction(tx -> tx.alerts().open())).containsExactly(open);
        assertThat(app.<List<Alert>>transaction(tx -> tx.alerts().page(ALL, null, List.of(), null, 10)))
                .containsExactly(open, over);
        assertThat(app.<List<Alert>>transaction(tx -> tx.alerts().page(ALL, "vision", List.of(), open.id(), 10)))
                .containsExactly(over);
        assertThat(app.<List<Alert>>transaction(
                        tx -> tx.alerts().page(ALL, null, List.of(Phase.PENDING, Phase.FIRING), null, 10)))
                .containsExactly(open);
        assertThat(app.<List<Alert>>transaction(tx -> tx.alerts().page(SPEECH, null, List.of(), null, 10)))
                .isEmpty();

        app.transaction(tx -> {
            tx.alerts().forget(NOW.plusSeconds(10).plus(Alerts.KEPT));
            return null;
        });
        assertThat(database.ask("select count(*) from alert")).isEqualTo("1");
    }

    private void webhook(String spec) {
        app.transaction(tx -> {
            tx.webhooks().insert(new UUID(9, 1), "ops", "whsec_x", Declared.json(spec), NOW);
            return null;
        });
    }

    @Test
    void what_is_to_be_sent_is_due_until_it_has_arrived_or_is_given_up() {
        webhook("{'url': 'http://127.0.0.1:1/', 'events': ['alerts']}");
        List<UUID> wanting = app.transaction(tx -> tx.webhooks().wanting("alerts"));
        app.transaction(tx -> {
            for (int i = 1; i <= 3; i++) {
                tx.webhooks().add(new UUID(8, i), wanting.getFirst(), "alert.firing", "{}", NOW.minusSeconds(3 - i));
            }
            tx.webhooks().delivered(new UUID(8, 1), NOW);
            tx.webhooks().failed(new UUID(8, 2), "refused", NOW, NOW.plusSeconds(5));
            tx.webhooks().failed(new UUID(8, 3), "timeout", NOW, null);
            return null;
        });

        assertThat(due(NOW)).isEmpty();
        assertThat(due(NOW.plusSeconds(5))).singleElement().satisfies(due -> {
            assertThat(due.attempts()).isEqualTo(1);
            assertThat(due.toString()).doesNotContain("whsec_x");
        });
        assertThat(app.<List<Webhooks.Status>>transaction(tx -> tx.webhooks().statuses()))
                .containsExactly(new Webhooks.Status("ops", 1, 1, 1, NOW, "timeout"));
        app.transaction(tx -> {
            tx.webhooks().forget(NOW.plus(Webhooks.KEPT));
            return null;
        });
        assertThat(database.ask("select count(*) from webhook_delivery")).isEqualTo("1");
    }

    private List<Webhooks.Due> due(Instant at) {
        return app.transaction(tx -> tx.webhooks().due(at, 10));
    }

    @Test
    void a_webhook_that_is_switched_off_or_wants_something_else_gets_nothing() {
        webhook("{'url': 'http://127.0.0.1:1/', 'events': ['alerts'], 'active': false}");

        assertThat(app.<List<UUID>>transaction(tx -> tx.webhooks().wanting("alerts")))
                .isEmpty();
        assertThat(app.<List<UUID>>transaction(tx -> tx.webhooks().wanting("invoices")))
                .isEmpty();
    }

    private void engine(long id, String name, String columns) {
        database.execute("""
                insert into workload (id, tenant_id, name, spec, ask, submitted_by, submitted_at, version,
                       phase, started_at, ended_at, cancel_requested_at)
                select '%s', '%s', '%s', '{"serves": {"model": "chat", "engine": "SIMULATOR"}}', '{}', 'x',
                       '2026-03-01T09:00:00Z', 1, %s""".formatted(new UUID(7, id), Declared.VISION, name, columns));
    }

    @Test
    void an_engine_should_serve_while_it_runs_and_after_it_ended_by_itself_until_another_takes_its_place() {
        engine(1, "running", "'RUNNING', timestamptz '2026-03-01T09:59:00Z', null, null");
        engine(2, "crashed", "'FAILED', timestamptz '2026-03-01T09:00:00Z', timestamptz '2026-03-01T09:59:30Z', null");
        engine(3, "replaced", "'FAILED', timestamptz '2026-03-01T09:00:00Z', timestamptz '2026-03-01T09:58:00Z', null");
        engine(4, "yesterday", "'FAILED', null, timestamptz '2026-02-28T09:00:00Z', null");
        engine(5, "stopped", """
                'CANCELLED', timestamptz '2026-03-01T09:00:00Z', timestamptz '2026-03-01T09:59:40Z',
                timestamptz '2026-03-01T09:59:35Z'""");
        engine(
                6,
                "stopping",
                "'RUNNING', timestamptz '2026-03-01T09:00:00Z', null, timestamptz '2026-03-01T09:59:59Z'");
        engine(7, "waiting", "'QUEUED', null, null, null");

        assertThat(app.<List<EngineState>>transaction(tx -> tx.signals().engines(NOW)))
                .containsExactly(
                        new EngineState("vision", "crashed", "chat", Life.GONE, 30, true),
                        new EngineState("vision", "running", "chat", Life.LOADING, 60, true));
    }
}
