package dev.wellfield.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.metering.HeldCards;
import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.scheduling.Reason;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.core.tenancy.PlanType;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AllocationsTest {
    private static final UUID ID = new UUID(7, 1);
    private static final Instant STARTED = Declared.NOW.plusSeconds(1);

    private final TestDatabase database = TestDatabase.fresh();
    private final Database app = database.app();
    private final Workload workload = submitted();

    private Workload submitted() {
        Declared.in(app);
        return Declared.submitted(app, "vision", "etl", Declared.NOW);
    }

    @BeforeEach
    void insert() {
        run(it -> it.insert(Declared.allocation(ID, workload), PlanType.SPOT, 3, Declared.NOW));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void an_allocation_is_read_as_it_was_written() {
        Allocations.Row row = row();

        assertThat(row.allocation()).isEqualTo(Declared.allocation(ID, workload));
        assertThat(row.plan()).isEqualTo(PlanType.SPOT);
        assertThat(row.model()).isEqualTo(Catalogue.find("A100-40GB").orElseThrow());
        assertThat(row.workload()).isEqualTo("etl");
        assertThat(row.held()).isEmpty();
        assertThat(database.ask("select epoch from allocation")).isEqualTo("3");
    }

    @Test
    void one_without_cards_is_kept_too() {
        Allocation cpus = new Allocation(
                new UUID(7, 2),
                workload.id(),
                "vision",
                "a100",
                "server-1",
                List.of(),
                Isolation.NONE,
                true,
                false,
                10,
                16);

        run(it -> it.insert(cpus, PlanType.SPOT, 3, Declared.NOW));

        assertThat(app.<List<Allocations.Row>>transaction(tx -> tx.allocations().held()))
                .extracting(Allocations.Row::allocation)
                .contains(cpus);
    }

    @Test
    void what_belongs_to_nobody_is_an_error_and_not_silence() {
        Allocation lost = new Allocation(
                new UUID(7, 2),
                workload.id(),
                "vision",
                "a100",
                "server-9",
                List.of(),
                Isolation.NONE,
                true,
                false,
                10,
                16);

        assertThatThrownBy(() -> run(it -> it.insert(lost, PlanType.SPOT, 3, Declared.NOW)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("node server-9");
    }

    @Test
    void the_first_start_and_the_first_end_count() {
        run(it -> it.started(ID, STARTED));
        run(it -> it.started(ID, STARTED.plusSeconds(9)));
        run(it -> it.ended(ID, STARTED.plusSeconds(60), true));
        run(it -> it.ended(ID, STARTED.plusSeconds(99), false));

        assertThat(row().held())
                .contains(new HeldCards(
                        Declared.allocation(ID, workload),
                        "etl",
                        Catalogue.find("A100-40GB").orElseThrow(),
                        PlanType.SPOT,
                        STARTED,
                        STARTED.plusSeconds(60),
                        true));
    }

    @Test
    void an_end_is_never_before_the_start() {
        run(it -> it.started(ID, STARTED));

        run(it -> it.ended(ID, STARTED.minusSeconds(60), true));

        assertThat(row().endedAt()).isEqualTo(STARTED);
    }

    @Test
    void a_failure_is_kept_in_words() {
        run(it -> it.failed(ID, "the disk is full"));

        assertThat(row().failure()).isEqualTo("the disk is full");
    }

    @Test
    void it_is_held_from_the_decision_and_runs_from_its_start_to_its_end() {
        assertThat(ids(Allocations::held)).containsExactly(ID);
        assertThat(ids(it -> it.running(null))).isEmpty();

        run(it -> it.started(ID, STARTED));
        assertThat(ids(it -> it.running(null))).containsExactly(ID);
        assertThat(ids(it -> it.running("vision"))).containsExactly(ID);
        assertThat(ids(it -> it.running("speech"))).isEmpty();

        run(it -> it.ended(ID, STARTED.plusSeconds(60), false));
        assertThat(ids(Allocations::held)).isEmpty();
        assertThat(ids(it -> it.running(null))).isEmpty();
    }

    @Test
    void one_that_ended_without_a_start_is_held_no_longer_once_its_workload_is_over() {
        WorkloadState.Ended failed = new WorkloadState.Ended(
                WorkloadState.Phase.FAILED, Reason.START_FAILED, null, null, Declared.NOW.plusSeconds(1));

        app.transaction(tx -> tx.workloads().move(Declared.in(failed, workload)));

        assertThat(ids(Allocations::held)).isEmpty();
        assertThat(ids(Allocations::unmetered)).isEmpty();
    }

    @Test
    void it_is_metered_while_it_runs_and_until_its_end_is_in_facts() {
        assertThat(ids(Allocations::unmetered)).isEmpty();
        run(it -> it.started(ID, STARTED));
        run(it -> it.meteredTo(ID, STARTED.plusSeconds(30)));
        assertThat(ids(Allocations::unmetered)).containsExactly(ID);

        run(it -> it.ended(ID, STARTED.plusSeconds(60), false));
        assertThat(ids(Allocations::unmetered)).containsExactly(ID);
        run(it -> it.meteredTo(ID, STARTED.plusSeconds(60)));

        assertThat(ids(Allocations::unmetered)).isEmpty();
    }

    @Test
    void nothing_is_found_for_no_ids() {
        assertThat(app.<Integer>transaction(
                        tx -> tx.allocations().find(List.of()).size()))
                .isZero();
    }

    private Allocations.Row row() {
        Allocations.Row row =
                app.transaction(tx -> tx.allocations().find(List.of(ID))).get(ID);
        if (row == null) {
            throw new AssertionError("allocation " + ID + " isn't there");
        }
        return row;
    }

    private List<UUID> ids(Function<Allocations, List<Allocations.Row>> which) {
        return app.transaction(tx -> which.apply(tx.allocations())).stream()
                .map(row -> row.allocation().id())
                .toList();
    }

    private void run(Consumer<Allocations> work) {
        app.transaction(tx -> {
            work.accept(tx.allocations());
            return null;
        });
    }
}
