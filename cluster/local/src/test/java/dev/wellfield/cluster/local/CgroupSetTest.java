package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to and read from the files of both generations; that kernels obey is LimitsTest's matter. */
class CgroupSetTest {

    @TempDir
    Path folder;

    @Test
    void limits_of_v2_are_written_in_its_words() throws IOException {
        Path group = files("v2", "cpu.max", "memory.max", "memory.swap.max");

        assertThat(new CgroupSet(List.of(group)).create(1500, 64)).containsExactlyInAnyOrder("cpu", "memory");

        assertThat(group.resolve("cpu.max")).hasContent("150000 100000");
        assertThat(group.resolve("memory.max")).hasContent("67108864");
        assertThat(group.resolve("memory.swap.max")).hasContent("0");
    }

    @Test
    void limits_of_v1_are_written_in_its_words() throws IOException {
        Path cpu = files("cpu", "cpu.cfs_period_us", "cpu.cfs_quota_us");
        Path memory = files("memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes");

        assertThat(new CgroupSet(List.of(cpu, memory)).create(10, 64)).containsExactlyInAnyOrder("cpu", "memory");

        assertThat(cpu.resolve("cpu.cfs_quota_us")).hasContent("1000");
        assertThat(memory.resolve("memory.limit_in_bytes")).hasContent("67108864");
        assertThat(memory.resolve("memory.memsw.limit_in_bytes")).hasContent("67108864");
    }

    @Test
    void without_limits_nothing_is_written_and_without_controllers_nothing_is_limited() throws IOException {
        Path group = files("v2", "cpu.max", "memory.max");

        assertThat(new CgroupSet(List.of(group)).create(0, 0)).isEmpty();
        assertThat(new CgroupSet(List.of(files("bare"))).create(100, 100)).isEmpty();

        assertThat(group.resolve("cpu.max")).isEmptyFile();
        assertThat(group.resolve("memory.max")).isEmptyFile();
    }

    @Test
    void the_use_is_read_in_either_generations_words() throws IOException {
        Path v2 = files("v2", "memory.current", "memory.peak", "cpu.stat");
        Files.writeString(v2.resolve("cpu.stat"), "usage_usec 1234\nuser_usec 1000\n");
        Files.writeString(v2.resolve("memory.current"), "100\n");
        Files.writeString(v2.resolve("memory.peak"), "200\n");
        Path cpu = files("cpuacct", "cpuacct.usage");
        Path memory = files("memory", "memory.usage_in_bytes", "memory.max_usage_in_bytes");
        Files.writeString(cpu.resolve("cpuacct.usage"), "5678000\n");
        Files.writeString(memory.resolve("memory.usage_in_bytes"), "300\n");
        Files.writeString(memory.resolve("memory.max_usage_in_bytes"), "400\n");

        assertThat(new CgroupSet(List.of(v2)).use()).contains(new ResourceUse(1234, 100, 200));
        assertThat(new CgroupSet(List.of(cpu, memory)).use()).contains(new ResourceUse(5678, 300, 400));
        assertThat(new CgroupSet(List.of(memory)).use()).isEmpty();
    }

    @Test
    void a_process_that_this_namespace_cannot_name_is_left_out() throws IOException {
        Path group = files("v2", "cgroup.procs");
        Files.writeString(group.resolve("cgroup.procs"), "0\n12\n0\n13\n");

        assertThat(new CgroupSet(List.of(group)).processes()).containsExactly(12L, 13L);
    }

    private Path files(String name, String... files) throws IOException {
        Path group = Files.createDirectories(folder.resolve(name));
        for (String file : files) {
            Files.createFile(group.resolve(file));
        }
        return group;
    }
}
