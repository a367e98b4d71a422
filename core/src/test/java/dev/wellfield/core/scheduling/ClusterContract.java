package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.scheduling.Cluster.Observed;
import dev.wellfield.core.scheduling.Cluster.StartException;
import dev.wellfield.core.scheduling.WorkloadSpec.Serves;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every {@link Cluster} has to do. The workloads are small shell programs without cards. */
public abstract class ClusterContract {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> SLEEP = List.of("sh", "-c", "exec sleep 600");

    /** One where nothing was started; the same during a test. */
    protected abstract Cluster cluster();

    /** Lets time pass while something is awaited. */
    protected void pass(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    @Test
    public void a_started_workload_is_seen_running_since_its_start() throws Exception {
        UUID id = start(SLEEP, null);

        Observed.Running running = (Observed.Running) await(id, Observed.Running.class::isInstance);

        assertThat(running.startedAt()).isAfter(Instant.EPOCH);
        assertThat(running.port()).isNull();
        end(id);
    }

    @Test
    public void an_exit_is_told_with_its_code_and_its_start() throws Exception {
        UUID id = start(List.of("sh", "-c", "exit 3"), null);

        Observed.Gone gone = gone(id);

        assertThat(gone.exit().code()).isEqualTo(3);
        assertThat(gone.exit().signal()).isNull();
        assertThat(gone.exit().inferred()).isFalse();
        assertThat(gone.startedAt()).isNotNull().isBeforeOrEqualTo(gone.exit().at());
    }

    @Test
    public void starting_an_allocation_again_changes_nothing() throws Exception {
        Workload workload = workload(SLEEP, null);
        Allocation allocation = allocation(workload);
        cluster().start(workload, allocation, FourTeams.tenant("data"));
        Observed first = await(allocation.id(), Observed.Running.class::isInstance);

        cluster().start(workload, allocation, FourTeams.tenant("data"));

        assertThat(cluster().observe()).containsEntry(allocation.id(), first);
        end(allocation.id());
    }

    @Test
    public void what_is_kept_of_an_ended_allocation_is_removed_once_and_for_all() throws Exception {
        UUID id = start(List.of("sh", "-c", "exit 3"), null);
        gone(id);
        cluster().forget(id);

        cluster().remove(id);
        cluster().remove(id);

        assertThat(cluster().record(id)).isEmpty();
        assertThat(cluster().observe()).doesNotContainKey(id);
    }

    @Test
    public void what_runs_is_not_removed() throws Exception {
        UUID id = start(SLEEP, null);
        await(id, Observed.Running.class::isInstance);

        assertThatThrownBy(() -> cluster().remove(id))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not ended");
        assertThat(cluster().observe()).containsKey(id);
        end(id);
    }

    @Test
    public void an_ended_allocation_is_not_started_again() throws Exception {
        Workload workload = workload(List.of("sh", "-c", "exit 3"), null);
        Allocation allocation = allocation(workload);
        cluster().start(workload, allocation, FourTeams.tenant("data"));
        Observed.Gone gone = gone(allocation.id());

        cluster().start(workload, allocation, FourTeams.tenant("data"));

        assertThat(cluster().observe()).containsEntry(allocation.id(), gone);
    }

    @Test
    public void a_stopped_workload_ends_and_stopping_it_again_does_no_harm() throws Exception {
        UUID id = start(SLEEP, null);
        await(id, Observed.Running.class::isInstance);

        cluster().stop(id, Duration.ofSeconds(5));
        cluster().stop(id, Duration.ofSeconds(5));

        Observed.Gone gone = gone(id);
        cluster().stop(id, Duration.ofSeconds(5));
        assertThat(gone.exit().signal()).isIn(9, 15);
        assertThat(cluster().observe()).containsEntry(id, gone);
    }

    @Test
    public void one_that_was_never_started_can_be_stopped_and_forgotten_and_is_not_seen() {
        UUID unknown = UUID.randomUUID();

        cluster().stop(unknown, Duration.ofSeconds(1));
        cluster().forget(unknown);

        assertThat(cluster().observe()).doesNotContainKey(unknown);
        assertThat(cluster().record(unknown)).isEmpty();
    }

    @Test
    public void what_is_forgotten_is_not_seen_any_more_but_its_record_stays() throws Exception {
        UUID id = start(List.of("sh", "-c", "exit 0"), null);
        Observed.Gone gone = gone(id);

        cluster().forget(id);

        assertThat(cluster().observe()).doesNotContainKey(id);
        assertThat(cluster().record(id)).contains(gone);
    }

    @Test
    public void what_is_forgotten_is_not_started_again() throws Exception {
        Workload workload = workload(List.of("sh", "-c", "exit 3"), null);
        Allocation allocation = allocation(workload);
        cluster().start(workload, allocation, FourTeams.tenant("data"));
        Observed.Gone gone = gone(allocation.id());
        cluster().forget(allocation.id());

        cluster().start(workload, allocation, FourTeams.tenant("data"));

        assertThat(cluster().observe()).doesNotContainKey(allocation.id());
        assertThat(cluster().record(allocation.id())).contains(gone);
    }

    @Test
    public void the_record_of_one_that_runs_is_what_is_seen_of_it() throws Exception {
        UUID id = start(SLEEP, null);

        Observed running = await(id, Observed.Running.class::isInstance);

        assertThat(cluster().record(id)).contains(running);
        end(id);
    }

    @Test
    public void only_an_engine_is_told_a_port() throws Exception {
        UUID id = start(SLEEP, new Serves("chat", EngineKind.OTHER, 1));

        Observed.Running running = (Observed.Running) await(id, Observed.Running.class::isInstance);

        assertThat(running.port()).isBetween(1024, 65_535);
        end(id);
    }

    private UUID start(List<String> command, @Nullable Serves serves) throws StartException {
        Workload workload = workload(command, serves);
        Allocation allocation = allocation(workload);
        cluster().start(workload, allocation, FourTeams.tenant("data"));
        return allocation.id();
    }

    private void end(UUID id) {
        cluster().stop(id, Duration.ofSeconds(5));
        gone(id);
    }

    private Observed.Gone gone(UUID id) {
        return (Observed.Gone) await(id, Observed.Gone.class::isInstance);
    }

    private Observed await(UUID id, Predicate<Observed> wanted) {
        Duration step = Duration.ofMillis(20);
        for (Duration waited = Duration.ZERO; waited.compareTo(PATIENCE) < 0; waited = waited.plus(step)) {
            Observed observed = cluster().observe().get(id);
            if (observed != null && wanted.test(observed)) {
                return observed;
            }
            pass(step);
        }
        throw new AssertionError(
                "after " + PATIENCE + " it is still " + cluster().observe().get(id));
    }

    private static Workload workload(List<String> command, @Nullable Serves serves) {
        WorkloadSpec spec = new WorkloadSpec(
                WorkloadType.BATCH,
                command,
                Map.of(),
                "a100",
                0,
                null,
                null,
                1000,
                256,
                0,
                Duration.ofSeconds(5),
                serves);
        return FourTeams.workload(UUID.randomUUID(), "data", "job", spec, Instant.parse("2026-03-01T00:00:00Z"));
    }

    private static Allocation allocation(Workload workload) {
        return new Allocation(
                UUID.randomUUID(),
                workload.id(),
                workload.tenant(),
                "a100",
                "server-1",
                List.of(),
                Isolation.NONE,
                true,
                false,
                workload.spec().cpuMilli(),
                workload.spec().hostMemoryMib());
    }
}
