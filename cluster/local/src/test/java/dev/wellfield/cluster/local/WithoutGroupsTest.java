package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A machine that has no control groups for us. */
class WithoutGroupsTest {

    private final Machine machine = Machine.open(Cgroups.none("/sys/fs/cgroup is not writable for this user"));
    private final LocalProcesses processes = machine.processes;

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void it_says_that_nothing_is_enforced_and_why() {
        assertThat(processes.cgroups().version()).isEqualTo(Cgroups.Version.NONE);
        assertThat(processes.cgroups().cpuEnforced()).isFalse();
        assertThat(processes.cgroups().why())
                .isEqualTo("Limits on processors and host memory are not enforced:"
                        + " /sys/fs/cgroup is not writable for this user.");
    }

    @Test
    void the_use_of_a_running_workload_is_read_from_its_processes() {
        String id = machine.shell("i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo ready; sleep 300");
        machine.says(id, "ready");

        ResourceUse use = processes.usage(id).orElseThrow();

        assertThat(use.cpuMicros()).isBetween(10_000L, 20_000_000L);
        assertThat(use.memoryBytes()).isBetween(500_000L, 64L * 1024 * 1024);
        assertThat(use.memoryPeakBytes()).isGreaterThanOrEqualTo(use.memoryBytes());
    }

    @Test
    void the_use_of_an_ended_workload_is_unknown() {
        String id = machine.shell("true");

        machine.exited(id);

        assertThat(processes.usage(id)).isEmpty();
    }
}
