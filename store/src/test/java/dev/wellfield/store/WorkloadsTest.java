package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.scheduling.Check;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.Explanation;
import dev.wellfield.core.scheduling.Reason;
import dev.wellfield.core.scheduling.Remedy;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PlanType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WorkloadsTest {
    private static final Visible ALL = new Visible(true, Set.of());

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

    @Test
    void a_submitted_workload_is_read_as_it_was_written() {
        Workload workload = Declared.submitted(app, "vision", "etl", Declared.NOW);

        WorkloadRow row = row(workload.id());

        assertThat(row.workload(null)).isEqualTo(workload);
        assertThat(row.spec()).isEqualTo(Declared.SPEC);
        assertThat(row.version()).isEqualTo(1);
        assertThat(row.allocationId()).isNull();
        assertThat(row.explanation()).isNull();
        assertThat(app.<Optional<WorkloadRow>>transaction(tx -> tx.workloads().find("vision", "etl")))
                .contains(row);
        assertThat(app.<Optional<WorkloadRow>>transaction(tx -> tx.workloads().find("speech", "etl")))
                .isEmpty();
    }

    @Test
    void a_name_is_taken_once_in_each_tenant() {
        Declared.submitted(app, "vision", "etl", Declared.NOW);
        Workload second = Declared.workload(app, UUID.randomUUID(), "vision", "etl", Declared.NOW);

        assertThat(app.<Boolean>transaction(tx -> tx.workloads().insert(second, Declared.VISION, Declared.SPEC)))
                .isFalse();
        assertThat(app.<Boolean>transaction(tx -> tx.workloads().insert(second, Declared.SPEECH, Declared.SPEC)))
                .isTrue();
    }

    @Test
    void every_state_is_read_as_it_was_written() {
        Workload workload = Declared.submitted(app, "vision", "etl", Declared.NOW);
        Allocation allocation = Declared.allocation(new UUID(7, 1), workload);
        app.transaction(tx -> {
            tx.allocations().insert(allocation, PlanType.SPOT, 1, Declared.NOW);
            return null;
        });
        Instant started = Declared.NOW.plusSeconds(1);
        Exit exit = new Exit(null, 9, Declared.NOW.plusSeconds(5), true, false);

        for (WorkloadState state : List.of(
                new WorkloadState.Starting(allocation),
                new WorkloadState.Running(allocation, started),
                new WorkloadState.Stopping(allocation, started),
                new WorkloadState.Ended(Phase.FAILED, Reason.OUT_OF_MEMORY, exit, started, exit.at()))) {
            int version = app.transaction(tx -> tx.workloads().move(Declared.in(state, workload)));

            WorkloadRow row = row(workload.id());
            assertThat(row.workload(allocation).state()).isEqualTo(state);
            assertThat(row.version()).isEqualTo(version);
            assertThat(row.allocationId()).isEqualTo(allocation.id());
        }
    }

    @Test
    void a_start_that_was_seen_only_while_stopping_or_at_the_end_is_not_lost() {
        Workload first = Declared.submitted(app, "vision", "first", Declared.NOW);
        Workload second = Declared.submitted(app, "vision", "second", Declared.NOW);
        Allocation allocation = Declared.allocation(new UUID(7, 1), first);
        Instant started = Declared.NOW.plusSeconds(1);
        WorkloadState stopping = new WorkloadState.Stopping(allocation, started);
        WorkloadState ended = new WorkloadState.Ended(
                Phase.SUCCEEDED,
                Reason.COMPLETED,
                new Exit(0, null, started.plusSeconds(1), false, false),
                started,
                started.plusSeconds(1));

        app.transaction(tx -> tx.workloads().move(Declared.in(stopping, first)));
        app.transaction(tx -> tx.workloads().move(Declared.in(ended, second)));

        assertThat(row(first.id()).workload(allocation).state()).isEqualTo(stopping);
        assertThat(row(second.id()).workload(null).state()).isEqualTo(ended);
    }

    @Test
    void the_live_ones_come_in_the_order_of_their_submission() {
        Workload second = Declared.submitted(app, "vision", "a", Declared.NOW.plusSeconds(1));
        Workload first = Declared.submitted(app, "speech", "b", Declared.NOW);
        Workload over = Declared.submitted(app, "vision", "c", Declared.NOW);
        app.transaction(tx -> tx.workloads().move(Declared.in(cancelled(), over)));

        assertThat(app.<List<WorkloadRow>>transaction(tx -> tx.workloads().live()))
                .extracting(WorkloadRow::id)
                .containsExactly(first.id(), second.id());
    }

    @Test
    void pages_go_from_the_newest_to_the_oldest_without_gap() {
        for (int i = 0; i < 5; i++) {
            Declared.submitted(app, i % 2 == 0 ? "vision" : "speech", "job-" + i, Declared.NOW.plusSeconds(i / 2));
        }

        List<WorkloadRow> first = page(ALL, null, List.of(), null);
        List<WorkloadRow> second = page(ALL, null, List.of(), position(first.getLast()));
        List<WorkloadRow> third = page(ALL, null, List.of(), position(second.getLast()));

        assertThat(first).hasSize(2);
        assertThat(third).hasSize(1);
        assertThat(List.of(
                        first.getFirst().name(), third.getFirst().submittedAt().toString()))
                .containsExactly("job-4", Declared.NOW.toString());
        assertThat(Set.of(first.get(0), first.get(1), second.get(0), second.get(1), third.get(0)))
                .hasSize(5);
    }

    @Test
    void a_page_shows_what_its_reader_may_see_and_asks_for() {
        Declared.submitted(app, "vision", "a", Declared.NOW);
        Workload over = Declared.submitted(app, "speech", "b", Declared.NOW);
        app.transaction(tx -> tx.workloads().move(Declared.in(cancelled(), over)));

        assertThat(names(new Visible(false, Set.of("vision")), null, List.of())).containsExactly("a");
        assertThat(names(new Visible(false, Set.of()), null, List.of())).isEmpty();
        assertThat(names(new Visible(false, Set.of("vision")), "speech", List.of()))
                .isEmpty();
        assertThat(names(ALL, "speech", List.of())).containsExactly("b");
        assertThat(names(ALL, null, List.of(Phase.QUEUED, Phase.RUNNING))).containsExactly("a");
        assertThat(names(ALL, null, List.of(Phase.CANCELLED))).containsExactly("b");
    }

    @Test
    void a_cancel_is_noted_once_and_only_while_it_matters() {
        Workload workload = Declared.submitted(app, "vision", "etl", Declared.NOW);

        assertThat(cancel(workload)).isTrue();
        assertThat(cancel(workload)).isFalse();
        assertThat(row(workload.id()).cancelRequested()).isTrue();
        assertThat(app.<List<UUID>>transaction(tx -> tx.workloads().cancelRequests()))
                .containsExactly(workload.id());

        app.transaction(tx -> tx.workloads().move(Declared.in(cancelled(), workload)));
        assertThat(app.<List<UUID>>transaction(tx -> tx.workloads().cancelRequests()))
                .isEmpty();
        Workload over = Declared.submitted(app, "vision", "over", Declared.NOW);
        app.transaction(tx -> tx.workloads().move(Declared.in(cancelled(), over)));
        assertThat(cancel(over)).isFalse();
    }

    @Test
    void an_explanation_is_kept_as_codes_and_numbers() {
        Workload workload = Declared.submitted(app, "vision", "etl", Declared.NOW);
        Explanation explanation = new Explanation(
                Explanation.Verdict.QUEUED,
                Declared.NOW,
                List.of(
                        new Check.QuotaCeiling(
                                "a100",
                                Dimension.CARDS,
                                2000,
                                1000,
                                1000,
                                2000L,
                                List.of(new Check.Holder("vision/x", 1000)),
                                false),
                        new Check.PoolFree("a100", Dimension.MEMORY, 1, 2, 3, List.of(), false),
                        new Check.CardFit("a100", 2, 4096, 100, false, 1, 2048, "server-1/0", 500, false),
                        new Check.NodeFit(Dimension.CPU, 5000, 3000, false),
                        new Check.IsolationLevel(Isolation.SOFT, Isolation.NONE, false),
                        new Check.QueueOrder("vision/y", false)),
                List.of(
                        new Remedy.WaitForEnd(Dimension.CARDS, 1000, List.of("vision/x")),
                        new Remedy.AskLess(Dimension.CARDS, 1000),
                        new Remedy.RaiseCeiling(Dimension.CARDS, 3000),
                        new Remedy.AddCards(Dimension.CARDS, 1000),
                        new Remedy.AskLowerIsolation(Isolation.NONE),
                        new Remedy.InstallLimiter()));

        app.transaction(tx -> {
            tx.workloads().explain(workload.id(), explanation);
            return null;
        });

        assertThat(row(workload.id()).explanation()).isEqualTo(Declared.json("""
                {'verdict': 'QUEUED', 'at': '2026-03-01T10:00:00.123456Z', 'checks': [
                  {'code': 'QUOTA_CEILING', 'pool': 'a100', 'dimension': 'CARDS', 'asked': 2000, 'used': 1000,
                   'guarantee': 1000, 'ceiling': 2000, 'holders': [{'workload': 'vision/x', 'amount': 1000}],
                   'passed': false},
                  {'code': 'POOL_FREE', 'pool': 'a100', 'dimension': 'MEMORY', 'asked': 1, 'free': 2,
                   'keptForGuarantees': 3, 'holders': [], 'passed': false},
                  {'code': 'CARD_FIT', 'pool': 'a100', 'cards': 2, 'perCard': 4096, 'fittingCards': 1,
                   'largestFree': 2048, 'keptForGuarantees': 500, 'largestFreeOn': 'server-1/0', 'passed': false},
                  {'code': 'NODE_FIT', 'dimension': 'CPU', 'asked': 5000, 'free': 3000, 'passed': false},
                  {'code': 'ISOLATION', 'isolationAsked': 'SOFT', 'isolationAvailable': 'NONE', 'passed': false},
                  {'code': 'QUEUE_ORDER', 'ahead': 'vision/y', 'passed': false}],
                 'remedies': [
                  {'code': 'WAIT_FOR_END', 'dimension': 'CARDS', 'amount': 1000, 'workloads': ['vision/x']},
                  {'code': 'ASK_LESS', 'dimension': 'CARDS', 'amount': 1000},
                  {'code': 'RAISE_CEILING', 'dimension': 'CARDS', 'amount': 3000},
                  {'code': 'ADD_CARDS', 'dimension': 'CARDS', 'amount': 1000},
                  {'code': 'ASK_LOWER_ISOLATION', 'isolation': 'NONE'},
                  {'code': 'INSTALL_LIMITER'}]}"""));
    }

    private static WorkloadState cancelled() {
        return new WorkloadState.Ended(Phase.CANCELLED, Reason.CANCELLED, null, null, Declared.NOW.plusSeconds(9));
    }

    private WorkloadRow row(UUID id) {
        return app.transaction(tx -> tx.workloads().find(id)).orElseThrow();
    }

    private boolean cancel(Workload workload) {
        return app.transaction(tx -> tx.workloads().requestCancel(workload.id(), Declared.NOW));
    }

    private List<WorkloadRow> page(
            Visible visible, @Nullable String tenant, List<Phase> phases, Workloads.@Nullable Position before) {
        return app.transaction(tx -> tx.workloads().page(visible, tenant, phases, before, 2));
    }

    private List<String> names(Visible visible, @Nullable String tenant, List<Phase> phases) {
        return page(visible, tenant, phases, null).stream()
                .map(WorkloadRow::name)
                .toList();
    }

    private static Workloads.Position position(WorkloadRow row) {
        return new Workloads.Position(row.submittedAt(), row.id());
    }
}
