package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A data directory on a disk of 3 MiB, filled to the last byte while a workload runs. */
class FullDiskTest {

    private final Path mount = Machine.temporary();
    private final Path go = Machine.temporary();
    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=3m,mode=0755", "tmpfs", mount.toString())
                        .start()
                        .waitFor()
                == 0;
        assumeTrue(mounted, "only root can mount a small disk");
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            new ProcessBuilder("umount", "-l", mount.toString()).start().waitFor();
        }
        Machine.delete(mount);
        Machine.delete(go);
    }

    @Test
    void a_workload_goes_on_and_its_end_is_recorded_though_the_disk_is_full() throws Exception {
        try (LocalProcesses processes = LocalProcesses.open(mount.resolve("data"))) {
            String id = start(processes, "head -c 500000 /dev/zero; head -c 500000 /dev/zero; exit 9");
            fill();
            Files.createFile(go.resolve("go"));

            ProcessState.Exited exited = Machine.exited(processes, id);

            assertThat(exited.code()).isEqualTo(9);
            assertThat(processes.log(id).end()).isLessThan(1_000_000);
        }
    }

    @Test
    void output_goes_on_when_there_is_room_again_and_says_that_some_is_missing() throws Exception {
        try (LocalProcesses processes = LocalProcesses.open(mount.resolve("data"))) {
            String id = start(processes, "i=0; while :; do i=$((i + 1)); printf '%4000d\\n' $i; sleep 0.01; done");
            Path ballast = fill();
            Files.createFile(go.resolve("go"));
            LogReader log = processes.log(id);
            await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
            assertThat(processes.observe(id)).isInstanceOf(ProcessState.Running.class);

            Files.delete(ballast);

            await().atMost(Machine.PATIENCE)
                    .untilAsserted(() -> assertThat(Machine.text(log))
                            .contains("[wellfield] output was lost here: the disk was full\n")
                            .containsPattern("disk was full\n(?s:.*)\n *[0-9]+\n"));
            processes.stop(id, Duration.ofSeconds(1)).join();
            assertThat(Machine.exited(processes, id).signal()).isEqualTo(15);
        }
    }

    /** Runs the script once the disk has been filled. */
    private String start(LocalProcesses processes, String script) {
        String id = Machine.id();
        processes.start(LaunchSpec.of(
                id,
                "ours",
                1,
                List.of(
                        "sh",
                        "-c",
                        "echo ready; until [ -e \"$0\" ]; do sleep 0.05;" + " done; " + script,
                        go.resolve("go").toString())));
        await().atMost(Machine.PATIENCE)
                .until(() -> Machine.text(processes.log(id)).equals("ready\n"));
        return id;
    }

    private Path fill() throws IOException {
        Path ballast = mount.resolve("ballast");
        try (OutputStream out = Files.newOutputStream(ballast)) {
            byte[] block = new byte[4096];
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
        return ballast;
    }
}
