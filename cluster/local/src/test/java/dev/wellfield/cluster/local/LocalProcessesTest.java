package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Under the system's shell, and under bash as systems have it whose sh is bash. */
@ParameterizedClass
@MethodSource("shells")
class LocalProcessesTest {

    private static final List<String> BASH = List.of("/bin/bash", "--posix");

    private final Machine machine;
    private final LocalProcesses processes;
    private final List<String> shell;

    LocalProcessesTest(List<String> shell) {
        this.shell = shell;
        this.machine = Machine.open(shell);
        this.processes = machine.processes;
    }

    static Stream<List<String>> shells() {
        return Stream.of(Shim.SYSTEM_SHELL, BASH).filter(shell -> Files.isExecutable(Path.of(shell.getFirst())));
    }

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void a_command_runs_to_its_end_and_leaves_its_code_its_times_and_its_output() {
        Instant before = Instant.now();
        String id = machine.shell("echo out; echo err >&2; sleep 0.3; exit 7");

        ProcessState.Exited exited = machine.exited(id);

        assertThat(exited.code()).isEqualTo(7);
        assertThat(exited.signal()).isZero();
        assertThat(exited.oomKilled()).isFalse();
        assertThat(exited.startedAt()).isBetween(before, Instant.now());
        assertThat(Duration.between(exited.startedAt(), exited.endedAt()).toMillis())
                .isBetween(250L, 5000L);
        assertThat(machine.output(id)).isEqualTo("out\nerr\n");
        Machine.gone(id);
    }

    @Test
    void an_unknown_allocation_has_not_started() {
        String id = Machine.id();

        assertThat(processes.observe(id)).isEqualTo(new ProcessState.NotStarted());
        assertThat(processes.usage(id)).isEmpty();
        assertThat(processes.log(id).read(0, 100).bytes()).isEmpty();
        assertThat(processes.stop(id, Duration.ZERO)).isCompleted();
        processes.forget(id);
    }

    @Test
    void a_running_command_shows_its_pid_and_its_shim_beats() {
        String id = machine.shell("echo $$; exec sleep 60");

        ProcessState.Running running = machine.running(id);

        machine.says(id, running.pid() + "\n");
        assertThat(processes.observeAll()).containsExactly(Map.entry(id, running));
        await().atMost(Machine.PATIENCE)
                .until(() -> Files.exists(machine.folder(id).resolve("heartbeat")));
    }

    @Test
    void a_second_start_of_an_allocation_does_nothing_while_it_runs_and_after_it_ended() {
        String id = machine.shell("echo once; sleep 0.5");

        machine.start(LaunchSpec.of(id, "ours", 1, List.of("sh", "-c", "echo twice")));
        machine.exited(id);
        machine.start(LaunchSpec.of(id, "ours", 1, List.of("sh", "-c", "echo thrice")));

        assertThat(machine.exited(id).code()).isZero();
        assertThat(machine.output(id)).isEqualTo("once\n");
    }

    @Test
    void eight_starts_of_one_allocation_at_once_run_it_once() throws Exception {
        String id = Machine.id();
        LaunchSpec spec = LaunchSpec.of(id, "ours", 1, List.of("sh", "-c", "echo once"));
        List<Thread> starters = Stream.generate(() -> Thread.ofVirtual().start(() -> processes.start(spec)))
                .limit(8)
                .toList();
        for (Thread starter : starters) {
            starter.join();
        }

        machine.exited(id);

        assertThat(machine.output(id)).isEqualTo("once\n");
        try (var folders = Files.list(machine.folder(id).getParent())) {
            assertThat(folders).hasSize(1);
        }
    }

    @Test
    void a_start_that_died_before_its_shim_is_finished_by_the_next_start() throws IOException {
        // What a server leaves that dies right after it has prepared the folder.
        String id = machine.shell("echo first");
        machine.exited(id);
        for (String file : List.of("claim", "started", "heartbeat", "exit")) {
            Files.delete(machine.folder(id).resolve(file));
        }
        Files.delete(machine.folder(id).resolve("log.0000000000000000"));
        assertThat(processes.observe(id)).isEqualTo(new ProcessState.NotStarted());

        machine.start(LaunchSpec.of(id, "ours", 1, List.of("sh", "-c", "echo first")));

        assertThat(machine.exited(id).code()).isZero();
        assertThat(machine.output(id)).isEqualTo("first\n");
    }

    @Test
    void a_signal_is_told_from_an_exit_code() {
        String killed = machine.shell("kill -9 $$");
        String segmentation = machine.shell("kill -11 $$");
        String code = machine.shell("exit 137");
        String high = machine.shell("exit 255");

        assertThat(machine.exited(killed)).extracting("code", "signal").containsExactly(137, 9);
        assertThat(machine.exited(segmentation)).extracting("code", "signal").containsExactly(139, 11);
        assertThat(machine.exited(code).code()).isEqualTo(137);
        assertThat(machine.exited(high)).extracting("code", "signal").containsExactly(255, 0);
        // bash doesn't tell, so there a code is taken for the signal that it stands for.
        assertThat(machine.exited(code).signal()).isEqualTo(tellsSignals() ? 0 : 9);
    }

    private boolean tellsSignals() {
        Path system = Path.of("/bin/sh");
        try {
            return !shell.equals(BASH) && system.toRealPath().endsWith("dash");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_missing_program_exits_with_127_and_says_so() {
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("no-such-program", "x")));

        assertThat(machine.exited(id).code()).isEqualTo(127);
        assertThat(machine.output(id))
                .isEqualTo("[wellfield] the command was not run: no-such-program was not found"
                        + " (PATH is /usr/local/bin:/usr/bin:/bin)\n");
    }

    @Test
    void a_program_that_is_no_program_exits_with_126() {
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("/etc/hostname")));

        assertThat(machine.exited(id).code()).isIn(126, 127);
        assertThat(machine.output(id)).contains("/etc/hostname");
    }

    @Test
    void a_working_directory_that_cannot_be_entered_is_named() {
        String id = machine.start(
                LaunchSpec.of(Machine.id(), "ours", 1, List.of("true")).withWorkingDirectory(Path.of("/no/such")));

        assertThat(machine.exited(id).code()).isEqualTo(126);
        assertThat(machine.output(id)).contains("its working directory /no/such cannot be entered");
    }

    @Test
    void a_command_runs_in_its_tenants_folder_with_its_environment_and_nothing_else() {
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("env"))
                .withEnvironment(Map.of("GREETING", "it's \"quoted\" $HOME `x`\nsecond", "IFS", "a", "EMPTY", "")));

        machine.exited(id);

        String home = machine.data.resolve("tenants/ours").toString();
        // bash cannot but count itself.
        assertThat(machine.output(id).lines().filter(line -> !line.equals("SHLVL=0")))
                .containsExactlyInAnyOrder(
                        "GREETING=it's \"quoted\" $HOME `x`",
                        "second",
                        "IFS=a",
                        "EMPTY=",
                        "HOME=" + home,
                        "PWD=" + home,
                        "PATH=/usr/local/bin:/usr/bin:/bin",
                        "WELLFIELD_ALLOCATION=" + id);
    }

    @Test
    void a_command_can_open_its_own_outputs_by_name() {
        String id = machine.shell("echo a >/dev/stdout; echo b >/dev/stderr");

        assertThat(machine.exited(id).code()).isZero();
        assertThat(machine.output(id)).isEqualTo("a\nb\n");
    }

    @Test
    void a_command_starts_with_no_signal_ignored_and_no_file_open_but_its_three() {
        String id = machine.shell("grep SigIgn /proc/$$/status; ls /proc/$$/fd");

        machine.exited(id);

        // 32 and 33 are the C library's own.
        assertThat(machine.output(id)).matches("SigIgn:\t0000000[01][08]0000000\n0\n1\n2\n");
    }

    @Test
    void a_forgotten_allocation_leaves_nothing() {
        String id = machine.shell("echo gone");
        machine.exited(id);

        processes.forget(id);

        assertThat(processes.observe(id)).isEqualTo(new ProcessState.NotStarted());
        assertThat(machine.folder(id)).doesNotExist();
        assertThat(processes.cgroups().of(id).groups())
                .allSatisfy(group -> assertThat(group).doesNotExist());
    }

    @Test
    void a_running_allocation_is_not_forgotten() {
        String id = machine.shell("sleep 60");

        assertThatThrownBy(() -> processes.forget(id))
                .hasMessage("allocation " + id + " has not ended; stop it before it is forgotten");
    }

    @Test
    void the_end_of_the_command_ends_what_it_left_behind() {
        String id =
                machine.shell("setsid sleep 300 & setsid sh -c 'sleep 301 & sleep 302' & (sleep 303 &) ; sleep 0.2");

        machine.exited(id);

        Machine.gone(id);
    }
}
