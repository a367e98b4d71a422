package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What control groups really enforce, where this machine has them. */
@ParameterizedClass(name = "{0}")
@MethodSource("kinds")
class LimitsTest {

    private final Machine machine;
    private final LocalProcesses processes;

    LimitsTest(String kind, Cgroups cgroups) {
        this.machine = Machine.open(cgroups);
        this.processes = machine.processes;
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of("as found", Cgroups.probe()),
                Arguments.of("v1 alone", Cgroups.probe(mount -> !mount.v2())));
    }

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void a_memory_hog_is_killed_and_its_end_says_why() {
        assumeTrue(processes.cgroups().memoryEnforced(), processes.cgroups().why());
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("tail", "/dev/zero"))
                .withLimits(0, 32));

        ProcessState.Exited exited = machine.exited(id);

        assertThat(exited.oomKilled()).isTrue();
        assertThat(exited).extracting("code", "signal").containsExactly(137, 9);
        assertThat(processes.usage(id).orElseThrow().memoryPeakBytes()).isBetween(20L * 1024 * 1024, 32L * 1024 * 1024);
    }

    @Test
    void a_limit_on_processors_holds_for_all_processes_together() {
        assumeTrue(processes.cgroups().cpuEnforced(), processes.cgroups().why());
        String id = machine.start(LaunchSpec.of(
                        Machine.id(),
                        "ours",
                        1,
                        List.of("timeout", "2", "sh", "-c", "while :; do :; done & while :; do :; done"))
                .withLimits(200, 0));

        ProcessState.Exited exited = machine.exited(id);

        Duration wall = Duration.between(exited.startedAt(), exited.endedAt());
        long cpuMicros = processes.usage(id).orElseThrow().cpuMicros();
        // A period may be begun just before and just after.
        assertThat(cpuMicros).isBetween(50_000L, wall.toMillis() * 200 + 60_000);
    }

    @Test
    void the_use_of_a_running_workload_is_measured() {
        assumeTrue(
                processes.cgroups().version() != Cgroups.Version.NONE,
                processes.cgroups().why());
        String id = machine.shell("i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo ready; exec sleep 300");
        machine.says(id, "ready");

        ResourceUse use = processes.usage(id).orElseThrow();

        assertThat(use.cpuMicros()).isBetween(10_000L, 20_000_000L);
        assertThat(use.memoryBytes()).isBetween(100_000L, 64L * 1024 * 1024);
        assertThat(use.memoryPeakBytes()).isGreaterThanOrEqualTo(use.memoryBytes());
    }

    @Test
    void the_groups_of_an_ended_workload_are_gone() {
        String id = machine.shell("true");

        machine.exited(id);

        assertThat(processes.cgroups().of(id).groups())
                .allSatisfy(group -> assertThat(group).doesNotExist());
    }
}
