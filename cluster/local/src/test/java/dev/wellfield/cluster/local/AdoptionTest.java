package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server finds again that another server, killed, had started. */
class AdoptionTest {

    private final Machine machine = Machine.open();
    private final LocalProcesses processes = machine.processes;
    private final Path classes = Machine.temporary();

    @AfterEach
    void close() {
        machine.close();
        Machine.delete(classes);
    }

    @Test
    void a_job_outlives_its_server_and_is_found_again_with_its_log_and_not_started_twice() throws Exception {
        String id = Machine.id();
        String script = "echo begin $$; i=0; while [ $i -lt 20 ]; do sleep 0.1; i=$((i + 1)); done; echo end; exit 5";
        Process server = server(List.of(id, script));
        awaitLine(server, id);
        ProcessState.Running before = machine.running(id);

        server.destroyForcibly().waitFor();
        ProcessState after = processes.observe(id);
        processes.start(LaunchSpec.of(id, "ours", 1, List.of("sh", "-c", script)));
        ProcessState.Exited exited = machine.exited(id);

        assertThat(after).isEqualTo(before);
        assertThat(exited.code()).isEqualTo(5);
        assertThat(exited.startedAt()).isEqualTo(before.startedAt());
        assertThat(machine.output(id)).isEqualTo("begin " + before.pid() + "\nend\n");
    }

    @Test
    void an_adopted_job_is_stopped_with_all_its_children() throws Exception {
        String id = Machine.id();
        Process server = server(List.of(id, "trap '' TERM; setsid sleep 300 & echo ready; while :; do sleep 1; done"));
        awaitLine(server, id);
        machine.says(id, "ready");
        server.destroyForcibly().waitFor();

        processes.stop(id, Duration.ofMillis(300)).get(20, TimeUnit.SECONDS);

        assertThat(machine.exited(id).signal()).isEqualTo(9);
        Machine.gone(id);
    }

    @Test
    void a_server_that_dies_in_the_grace_leaves_the_kill_to_the_shim() {
        String id = machine.shell("trap '' TERM; echo ready; while :; do sleep 1; done");
        machine.says(id, "ready");

        CompletableFuture<Void> stop = processes.stop(id, Duration.ofSeconds(1));
        await().until(() -> machine.folder(id).resolve("stop").toFile().exists());
        processes.close();

        assertThatThrownBy(stop::join).hasMessageContaining("the shim ends the workload when its grace is over");
        assertThat(machine.exited(id).signal()).isEqualTo(9);
        Machine.gone(id);
    }

    @Test
    void a_server_killed_at_any_moment_and_started_again_runs_every_job_once() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Path tally =
                Files.createDirectories(machine.data.resolve("tenants/ours")).resolve("tally");
        for (int round = 0; round < 4; round++) {
            List<String> ids = new ArrayList<>();
            List<String> arguments = new ArrayList<>();
            for (int job = 0; job < 12; job++) {
                String id = Machine.id();
                ids.add(id);
                arguments.addAll(List.of(id, "echo " + id + " >>" + tally));
            }
            Process server = server(arguments);
            awaitLine(server, "isolated");
            assertThat(server.waitFor(random.nextInt(150), TimeUnit.MILLISECONDS))
                    .isFalse();
            server.destroyForcibly().waitFor();

            for (int i = 0; i < arguments.size(); i += 2) {
                processes.start(LaunchSpec.of(arguments.get(i), "ours", 1, List.of("sh", "-c", arguments.get(i + 1))));
            }
            for (String id : ids) {
                assertThat(machine.exited(id).code()).as("seed %d", seed).isZero();
            }
            assertThat(Files.readAllLines(tally).stream().filter(ids::contains))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    void after_a_reboot_a_job_is_lost_since_its_last_heartbeat() throws IOException {
        String id = machine.shell("sleep 300");
        ProcessState.Running running = machine.running(id);
        await().until(() -> new WorkloadFolder(machine.folder(id)).heartbeat().isPresent());
        Instant heartbeat = new WorkloadFolder(machine.folder(id)).heartbeat().orElseThrow();

        Path started = machine.folder(id).resolve("started");
        String recorded = Files.readString(started);
        Files.writeString(started, recorded.replaceAll("boot=.*", "boot=00000000-0000-0000-0000-000000000000"));
        ProcessState state = processes.observe(id);
        processes.start(LaunchSpec.of(id, "ours", 1, List.of("true")));
        ProcessState again = processes.observe(id);
        Files.writeString(started, recorded);

        Instant lastSeen = heartbeat.isBefore(running.startedAt()) ? running.startedAt() : heartbeat;
        assertThat(state)
                .isEqualTo(new ProcessState.Lost(running.startedAt(), lastSeen, ProcessState.Lost.Cause.REBOOT));
        assertThat(again).isEqualTo(state);
    }

    @Test
    void a_pid_given_to_another_process_is_not_taken_for_the_shim() throws IOException {
        String id = machine.shell("sleep 300");
        machine.running(id);
        Path claim = machine.folder(id).resolve("claim");
        String recorded = Files.readString(claim);
        Files.writeString(
                claim,
                recorded.replaceAll("pid=.*", "pid=" + ProcessHandle.current().pid()));

        ProcessState state = processes.observe(id);
        Files.writeString(claim, recorded);

        assertThat(state).isInstanceOf(ProcessState.Lost.class);
        assertThat(processes.observe(id)).isInstanceOf(ProcessState.Running.class);
    }

    @Test
    void files_emptied_by_a_power_cut_are_files_not_written() throws IOException {
        String id = machine.shell("exit 3");
        machine.exited(id);
        Birth shim = new WorkloadFolder(machine.folder(id)).claim().orElseThrow();
        await().atMost(Machine.PATIENCE).until(() -> !shim.alive());
        Path exit = machine.folder(id).resolve("exit");
        Path started = machine.folder(id).resolve("started");

        Files.writeString(exit, "");
        assertThat(processes.observe(id)).isInstanceOf(ProcessState.Lost.class);
        Files.writeString(started, "");
        assertThat(processes.observe(id))
                .isInstanceOfSatisfying(
                        ProcessState.Lost.class,
                        lost -> assertThat(lost.lastSeen()).isEqualTo(lost.startedAt()));
        Files.writeString(machine.folder(id).resolve("claim"), "garbage\n=\nboot");
        assertThat(processes.observe(id)).isEqualTo(new ProcessState.NotStarted());
    }

    private Process server(List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(machine.data.toString()));
        all.addAll(arguments);
        Path copy = classes.resolve("classes");
        return Server.launch(List.of(), Files.isDirectory(copy) ? copy : Server.classes(copy), all);
    }

    private static void awaitLine(Process server, String beginning) throws IOException {
        BufferedReader output = Server.output(server);
        List<String> seen = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            seen.add(line);
            if (line.startsWith(beginning)) {
                return;
            }
        }
        throw new AssertionError("the server never said " + beginning + " but " + seen);
    }
}
