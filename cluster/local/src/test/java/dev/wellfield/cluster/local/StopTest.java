package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stops under each kind of control groups that this machine has, and under none. */
@ParameterizedClass(name = "{0}")
@MethodSource("kinds")
class StopTest {

    /** Ignores SIGTERM, and so do its children. */
    private static final String DEAF = "trap '' TERM; echo ready; while :; do sleep 1; done";

    private final Machine machine;
    private final LocalProcesses processes;

    StopTest(String kind, Cgroups cgroups) {
        this.machine = Machine.open(cgroups);
        this.processes = machine.processes;
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of("as found", Cgroups.probe()),
                Arguments.of("v1 alone", Cgroups.probe(mount -> !mount.v2())),
                Arguments.of("none", Cgroups.none("switched off")));
    }

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void a_command_that_heeds_sigterm_ends_at_once_with_its_own_code() throws Exception {
        String id = machine.shell("trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done");
        machine.says(id, "ready");

        processes.stop(id, Duration.ofSeconds(30)).get(10, TimeUnit.SECONDS);

        ProcessState.Exited exited = (ProcessState.Exited) processes.observe(id);
        assertThat(exited.code()).isEqualTo(3);
        assertThat(exited.signal()).isZero();
        assertThat(machine.output(id)).startsWith("ready\n").endsWith("bye\n");
        Machine.gone(id);
    }

    @Test
    void a_command_that_ignores_sigterm_is_killed_after_its_grace() throws Exception {
        String id = machine.shell(DEAF);
        machine.says(id, "ready");
        long begun = System.nanoTime();

        processes.stop(id, Duration.ofMillis(600)).get(20, TimeUnit.SECONDS);

        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isBetween(Duration.ofMillis(600), Duration.ofSeconds(8));
        assertThat(((ProcessState.Exited) processes.observe(id)).signal()).isEqualTo(9);
        Machine.gone(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setsid sleep 300 & echo ready; wait",
                "(setsid sh -c 'trap \"\" TERM; sleep 300 & wait' &) ; echo ready; sleep 300",
                "setsid sh -c '(sleep 300 &) ; (sleep 301 &)' ; echo ready; sleep 300",
                "sleep 300 & sh -c 'kill -STOP $$' & sleep 0.1; echo ready; wait"
            })
    void grandchildren_die_wherever_they_went(String script) throws Exception {
        String id = machine.shell(script);
        machine.says(id, "ready");

        processes.stop(id, Duration.ofMillis(300)).get(20, TimeUnit.SECONDS);

        assertThat(processes.observe(id)).isInstanceOf(ProcessState.Exited.class);
        Machine.gone(id);
    }

    @Test
    void a_child_keeps_the_grace_when_its_parent_heeds_sigterm_first() throws Exception {
        String id =
                machine.shell("sh -c 'trap \"sleep 0.5; echo saved; exit\" TERM; echo ready; while :; do sleep 0.05;"
                        + " done' & wait");
        machine.says(id, "ready");

        processes.stop(id, Duration.ofSeconds(10)).get(20, TimeUnit.SECONDS);

        assertThat(machine.output(id)).startsWith("ready\n").endsWith("saved\n");
    }

    @Test
    void stopping_twice_is_one_stop_and_the_shorter_grace_holds() throws Exception {
        String id = machine.shell(DEAF);
        machine.says(id, "ready");

        CompletableFuture<Void> patient = processes.stop(id, Duration.ofHours(1));
        CompletableFuture<Void> hasty = processes.stop(id, Duration.ofMillis(100));
        hasty.get(20, TimeUnit.SECONDS);

        patient.get(5, TimeUnit.SECONDS);
        assertThat(processes.stop(id, Duration.ZERO).get(5, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void a_stop_right_after_the_start_ends_it() throws Exception {
        String id = machine.shell("sleep 300");

        processes.stop(id, Duration.ofSeconds(5)).get(10, TimeUnit.SECONDS);

        assertThat(((ProcessState.Exited) processes.observe(id)).signal()).isEqualTo(15);
        Machine.gone(id);
    }

    @Test
    void a_command_whose_shim_was_killed_is_lost_and_a_stop_still_ends_it() throws Exception {
        String id = machine.shell("setsid sleep 300 & echo ready; exec sleep 300");
        machine.says(id, "ready");
        ProcessState.Running running = machine.running(id);
        long shim = new WorkloadFolder(machine.folder(id)).claim().orElseThrow().pid();

        Signals.send(shim, Signals.KILL);
        await().atMost(Machine.PATIENCE).until(() -> processes.observe(id) instanceof ProcessState.Lost);
        ProcessState.Lost lost = (ProcessState.Lost) processes.observe(id);
        processes.stop(id, Duration.ofSeconds(1)).get(20, TimeUnit.SECONDS);

        assertThat(lost.cause()).isEqualTo(ProcessState.Lost.Cause.SHIM_VANISHED);
        assertThat(lost.startedAt()).isEqualTo(running.startedAt());
        assertThat(lost.lastSeen()).isAfterOrEqualTo(lost.startedAt());
        assertThat(ProcessTable.entry(running.pid()).filter(entry -> !entry.dead()))
                .isEmpty();
        assertThat(Members.of(new WorkloadFolder(machine.folder(id)))).isEmpty();
    }

    @Test
    void a_grace_that_is_no_grace_is_refused() {
        assertThatThrownBy(() -> processes.stop(Machine.id(), Duration.ofSeconds(-1)))
                .hasMessage("grace (PT-1S) must be between zero and one day");
        assertThatThrownBy(() -> processes.stop(Path.of("..", "x").toString(), Duration.ZERO))
                .hasMessage("allocationId (../x) must be a UUID in lower case");
    }
}
