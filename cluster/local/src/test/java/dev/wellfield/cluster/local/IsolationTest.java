package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one tenant can do to another, as root and not. */
class IsolationTest {

    private final Machine machine = Machine.open();
    private final LocalProcesses processes = machine.processes;

    @BeforeEach
    void asRoot() {
        assumeTrue(processes.tenantsIsolated(), "only root can give tenants uids of their own");
    }

    @AfterEach
    void close() {
        machine.close();
    }

    @Test
    void a_tenant_runs_under_its_own_uid_without_privileges() {
        String id =
                machine.shell("id -u; id -g; id -G; grep -E 'NoNewPrivs|CapEff|CapBnd|CapInh|CapAmb' /proc/$$/status");

        machine.exited(id);

        assertThat(machine.output(id)).isEqualTo("""
                        %1$d
                        %1$d
                        %1$d
                        CapInh:\t0000000000000000
                        CapEff:\t0000000000000000
                        CapBnd:\t0000000000000000
                        CapAmb:\t0000000000000000
                        NoNewPrivs:\t1
                        """.formatted(processes.uid(1).orElseThrow()));
    }

    @Test
    void tenants_of_another_installation_on_this_machine_are_other_users() {
        try (Machine other = Machine.open()) {
            assertThat(other.processes.uid(1)).isNotEqualTo(processes.uid(1));
        }
        assertThat(LocalProcesses.open(machine.data).uid(1)).isEqualTo(processes.uid(1));
    }

    @Test
    void a_tenant_uses_its_own_folder() throws IOException {
        String id = machine.shell("echo mine >$HOME/file && cat file");

        assertThat(machine.exited(id).code()).as(machine.output(id)).isZero();
        assertThat(machine.output(id)).isEqualTo("mine\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(machine.data.resolve("tenants/ours"))))
                .isEqualTo("rwx------");
    }

    @Test
    void a_tenant_cannot_read_or_end_what_is_anothers_or_the_servers() throws IOException {
        String victim = machine.start(LaunchSpec.of(
                        Machine.id(),
                        "ours",
                        1,
                        List.of("sh", "-c", "echo secret >file; chmod 644 file; echo ready; exec sleep 300"))
                .withEnvironment(Map.of("TOKEN", "secret")));
        machine.says(victim, "ready");
        long pid = machine.running(victim).pid();
        long shim =
                new WorkloadFolder(machine.folder(victim)).claim().orElseThrow().pid();
        Path database = Files.createDirectories(machine.data.resolve("postgres"));
        TenantFolders.mode(database, "rwx------");
        Files.writeString(database.resolve("password"), "secret");
        String script = """
                exec 2>&1
                for file in "$DATA/tenants/ours/file" "$DATA/postgres/password" "$DATA/lib/shim.sh" \
                    "$VICTIM/log.0000000000000000" "$VICTIM/launch" "$VICTIM/settings" "/proc/$PID/environ" "/proc/$PID/cwd/file"
                do
                    cat "$file" && echo READ "$file"
                    echo x 2>&1 >>"$file" && echo WROTE "$file"
                done
                for folder in "$DATA" "$DATA/tenants" "$DATA/workloads" "$DATA/lib" "$VICTIM" "$DATA/tenants/ours"; do
                    ls "$folder" && echo LISTED "$folder"
                    touch "$folder/x" && echo MADE "$folder"
                done
                for process in $PID $SHIM $SERVER; do
                    kill -0 $process && echo SIGNALLED $process
                    kill -9 $process && echo KILLED $process
                done
                echo x >/proc/$PID/fd/1 && echo OPENED
                echo $$ >"$GROUP/cgroup.procs" && echo LEFT
                true
                """;

        String attacker = machine.start(LaunchSpec.of(Machine.id(), "theirs", 2, List.of("sh", "-c", script))
                .withEnvironment(Map.of(
                        "DATA", machine.data.toString(),
                        "VICTIM", machine.folder(victim).toString(),
                        "PID", Long.toString(pid),
                        "SHIM", Long.toString(shim),
                        "SERVER", Long.toString(ProcessHandle.current().pid()),
                        "GROUP",
                                processes.cgroups().of(victim).groups().stream()
                                        .findFirst()
                                        .map(Path::toString)
                                        .orElse("/none"))));

        assertThat(machine.exited(attacker).code()).isZero();
        assertThat(machine.output(attacker))
                .contains("Permission denied", "Operation not permitted")
                .doesNotContain("READ", "WROTE", "LISTED", "MADE", "SIGNALLED", "KILLED", "OPENED", "LEFT", "secret");
        assertThat(processes.observe(victim)).isInstanceOf(ProcessState.Running.class);
    }

    @Test
    void a_tenants_own_library_path_never_meets_a_process_of_root() throws IOException {
        // A library that cannot be loaded would break every program that looks for it there.
        String first = machine.shell("mkdir libs; for l in libc.so.6 libcap-ng.so.0; do echo bad >libs/$l; done");
        machine.exited(first);
        String id = machine.start(LaunchSpec.of(Machine.id(), "ours", 1, List.of("/bin/true"))
                .withEnvironment(Map.of(
                        "LD_LIBRARY_PATH",
                        machine.data.resolve("tenants/ours/libs").toString(),
                        "PATH",
                        "/evil")));

        machine.exited(id);

        // It was the command itself that failed to load, already under the tenant's uid: so it got as far as that.
        assertThat(machine.output(id)).contains("/bin/true: error while loading shared libraries");
        assertThat(machine.exited(id).code()).isEqualTo(127);
    }

    @Test
    void a_tenants_environment_never_shows_in_the_arguments_of_a_process() {
        String secret = Machine.id();
        List<Long> shown = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String id = machine.start(
                    LaunchSpec.of(Machine.id(), "ours", 1, List.of("true")).withEnvironment(Map.of("TOKEN", secret)));
            while (!(processes.observe(id) instanceof ProcessState.Exited)) {
                shown.addAll(Machine.carriers(secret));
            }
        }

        assertThat(shown).isEmpty();
    }

    @Test
    void a_folder_of_another_tenant_of_the_same_name_is_not_given_away() {
        machine.exited(machine.shell("true"));

        assertThatThrownBy(() -> processes.start(LaunchSpec.of(Machine.id(), "ours", 7, List.of("true"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the folder of tenant ours (" + machine.data.resolve("tenants/ours")
                        + ") belongs to uid " + processes.uid(1).orElseThrow()
                        + ", not to the tenant's uid " + processes.uid(7).orElseThrow());
    }

    @Test
    void a_data_directory_that_tenants_cannot_reach_is_refused() throws IOException {
        Path closed = Machine.temporary();
        TenantFolders.mode(closed, "rwx------");
        try {
            assertThatThrownBy(() -> LocalProcesses.open(closed.resolve("data")))
                    .hasMessageContaining("because " + closed + " is closed to others")
                    .hasMessageContaining("chmod o+x " + closed);
        } finally {
            Machine.delete(closed);
        }
    }

    @Test
    void an_ordinary_user_runs_workloads_without_isolation_and_says_so() throws Exception {
        Path folder = Machine.temporary();
        Path classes = Server.classes(folder.resolve("classes"));
        Path data = Files.createDirectories(folder.resolve("home")).resolve("data");
        Files.setAttribute(folder.resolve("home"), "unix:uid", 65_534);
        String id = Machine.id();
        Process server = Server.launch(
                List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"),
                classes,
                List.of(data.toString(), id, "setsid sleep 300 & id -u; pwd; wait"));
        try (BufferedReader output = Server.output(server)) {
            String first = output.readLine();
            assumeTrue(
                    first != null && !first.contains("Permission denied"), "the JDK cannot be run by others: " + first);
            assertThat(first).isEqualTo("isolated false NONE");
            assertThat(output.readLine()).isEqualTo(id);
        } finally {
            server.destroyForcibly().waitFor();
        }

        // Root sees the ordinary user's workload as its own server would.
        WorkloadFolder workload =
                new WorkloadFolder(data.resolve("workloads/ours").resolve(id));
        await().atMost(Machine.PATIENCE)
                .untilAsserted(() -> assertThat(Machine.text(new LogReader(workload)))
                        .isEqualTo("65534\n" + data.resolve("tenants/ours") + "\n"));
        assertThat(workload.state()).isInstanceOf(ProcessState.Running.class);
        new Stopping(workload, Duration.ofMillis(100)).run();
        assertThat(workload.state()).isInstanceOf(ProcessState.Exited.class);
        Machine.gone(id);
        Machine.delete(folder);
    }
}
