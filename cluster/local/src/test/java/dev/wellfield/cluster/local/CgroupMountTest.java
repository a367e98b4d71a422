package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CgroupMountTest {

    @Test
    void a_machine_with_v2_alone_has_one_mount() {
        assertThat(CgroupMount.parse(
                        List.of(
                                "21 27 0:19 / /sys rw,nosuid shared:7 - sysfs sysfs rw",
                                "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate"),
                        List.of("0::/system.slice/wellfield.service")))
                .containsExactly(new CgroupMount(
                        Path.of("/sys/fs/cgroup"),
                        true,
                        Set.of(),
                        Path.of("/sys/fs/cgroup/system.slice/wellfield.service")));
    }

    @Test
    void controllers_mounted_together_are_one_mount_and_the_unused_are_left_out() {
        assertThat(CgroupMount.parse(
                        List.of(
                                "33 32 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:1 - cgroup cgroup rw,cpu,cpuacct",
                                "34 32 0:30 / /sys/fs/cgroup/blkio rw shared:2 - cgroup cgroup rw,blkio",
                                "35 32 0:31 / /sys/fs/cgroup/systemd rw shared:3 - cgroup cgroup rw,name=systemd"),
                        List.of("3:blkio:/", "2:cpu,cpuacct:/user.slice", "1:name=systemd:/user.slice")))
                .containsExactly(new CgroupMount(
                        Path.of("/sys/fs/cgroup/cpu,cpuacct"),
                        false,
                        Set.of("cpu", "cpuacct"),
                        Path.of("/sys/fs/cgroup/cpu,cpuacct/user.slice")));
    }

    @Test
    void in_a_container_the_mount_begins_at_the_containers_own_group() {
        assertThat(CgroupMount.parse(
                        List.of("40 39 0:33 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory"),
                        List.of("5:memory:/docker/abc")))
                .containsExactly(new CgroupMount(
                        Path.of("/sys/fs/cgroup/memory"), false, Set.of("memory"), Path.of("/sys/fs/cgroup/memory")));
    }

    @Test
    void an_odd_mount_point_is_read_and_an_odd_line_is_passed_over() {
        assertThat(CgroupMount.parse(
                        List.of("", "nonsense", "1 2 3 - x", "40 39 0:33 / /odd\\040place rw - cgroup2 none rw"),
                        List.of("nonsense")))
                .containsExactly(new CgroupMount(Path.of("/odd place"), true, Set.of(), Path.of("/odd place")));
    }
}
