package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Users other than root; only root can become them for a test. */
class OtherUsersTest {
    private static final int NOBODY = 65_534;
    /** No user has it. */
    private static final int UNLISTED = 54_321;

    @BeforeEach
    void root() {
        assumeTrue(Users.uidOfThisProcess() == 0, "only root becomes another user");
    }

    @Test
    void an_ordinary_user_runs_it_under_their_own_name() throws IOException {
        try (DataFolder folder = DataFolder.empty()) {
            DataFolder.run("chown", NOBODY + ":" + NOBODY, folder.parent().toString());
            try (ChildJvm child = ChildJvm.startAs(NOBODY, NOBODY, folder.path())) {
                String[] ready = child.firstLine().split(" ");
                assertThat(ready).hasSize(3).startsWith("ready");
                long pid = Long.parseLong(ready[2]);
                assertThat(Files.readString(ServerProcess.proc(pid, "status"))).containsPattern("Uid:\\s+" + NOBODY);
                assertThat(Files.getAttribute(folder.layout().cluster(), "unix:uid"))
                        .isEqualTo(NOBODY);
            } finally {
                endServerOf(folder.layout(), new Account(NOBODY, NOBODY, "nobody", false));
            }
        }
    }

    @Test
    void a_user_without_an_entry_in_the_list_of_users_is_told_so() throws IOException {
        try (DataFolder folder = DataFolder.empty()) {
            DataFolder.run("chown", UNLISTED + ":" + UNLISTED, folder.parent().toString());
            try (ChildJvm child = ChildJvm.startAs(UNLISTED, UNLISTED, folder.path())) {
                assertThat(child.firstLine())
                        .startsWith("failed ACCOUNT uid 54321 has no entry")
                        .contains("useradd");
            }
        }
    }

    @Test
    void data_made_as_root_is_not_taken_over_by_a_user() throws IOException {
        try (DataFolder folder = DataFolder.withData()) {
            DataFolder.run(
                    "chown",
                    NOBODY + ":" + NOBODY,
                    folder.path().toString(),
                    folder.layout().home().toString());
            try (ChildJvm child = ChildJvm.startAs(NOBODY, NOBODY, folder.path())) {
                assertThat(child.firstLine())
                        .startsWith("failed DATA_DIRECTORY")
                        .contains("wellfield");
            }
        }
    }

    @Test
    void another_user_of_the_machine_reads_neither_password_nor_data() throws IOException {
        try (DataFolder folder = DataFolder.withData()) {
            EmbeddedPostgres server = folder.start();

            assertThat(readableToNobody(folder.layout().password())).isFalse();
            assertThat(readableToNobody(folder.layout().log())).isFalse();
            assertThat(readableToNobody(folder.layout().cluster().resolve("PG_VERSION")))
                    .isFalse();
            assertThat(readableToNobody(ServerProcess.proc(server.pid(), "cmdline")))
                    .isTrue();

            server.stop();
        }
    }

    @Test
    void a_strict_umask_of_root_does_not_lock_the_account_out() throws Exception {
        try (DataFolder folder = DataFolder.empty();
                ChildJvm child = ChildJvm.startWithUmask("077", folder.path().resolve("a/b"))) {
            assertThat(child.firstLine()).startsWith("ready");
            child.kill();
            endServerOf(new Layout(folder.path().resolve("a/b")), Account.ofThisProcess());
        }
    }

    private static boolean readableToNobody(Path file) {
        return Command.run(List.of(
                        "setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "cat", file.toString()))
                .good();
    }

    private static void endServerOf(Layout layout, Account account) {
        ServerProcesses processes = new ServerProcesses(layout, account);
        for (ServerProcess process : processes.all()) {
            process.signal(ServerProcess.Signal.KILL);
        }
        processes.endLeftovers();
    }
}
