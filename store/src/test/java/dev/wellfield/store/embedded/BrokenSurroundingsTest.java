package dev.wellfield.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each way in which a start can fail says what is at fault and what to do. */
class BrokenSurroundingsTest {
    private static DataFolder folder;

    @BeforeAll
    static void make() throws IOException {
        folder = DataFolder.withData();
    }

    @AfterEach
    void settle() {
        folder.settle();
    }

    @AfterAll
    static void remove() throws IOException {
        folder.close();
    }

    @Test
    void data_of_another_major_version_names_both_and_the_way_up() throws IOException {
        try (Replaced version = Replaced.with("14\n", folder.layout().cluster().resolve("PG_VERSION"))) {
            assertFails(
                    folder::start,
                    Code.OTHER_MAJOR_VERSION,
                    version.parentName(),
                    "PostgreSQL 14",
                    "PostgreSQL 17",
                    "wellfield backup",
                    "wellfield restore");
        }
    }

    @Test
    void a_port_that_is_taken_is_named() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.ofLiteral(EmbeddedPostgres.HOST))) {
            PostgresSettings settings = PostgresSettings.defaults().withPort(other.getLocalPort());

            assertFails(
                    () -> folder.start(settings, PostgresListener.none()),
                    Code.PORT_TAKEN,
                    "Port " + other.getLocalPort(),
                    "give another port");
        }
        assertThat(folder.processes().all()).isEmpty();
    }

    @Test
    void a_missing_password_file_is_named() throws IOException {
        try (Replaced password = Replaced.withNothing(folder.layout().password())) {
            assertFails(folder::start, Code.PASSWORD, password.name(), "is missing", "Put back");
        }
    }

    @Test
    void an_empty_password_file_is_named() throws IOException {
        try (Replaced password = Replaced.with("\n", folder.layout().password())) {
            assertFails(folder::start, Code.PASSWORD, password.name(), "is empty", "Put back");
        }
    }

    @Test
    void a_password_of_other_data_is_refused_and_leaves_no_server_behind() throws IOException {
        try (Replaced password = Replaced.with("not-the-one\n", folder.layout().password())) {
            assertFails(folder::start, Code.PASSWORD, password.name(), "doesn't open its data");
            assertThat(folder.processes().all()).isEmpty();
        }
    }

    @Test
    void a_server_that_can_not_start_says_what_it_wrote() throws IOException {
        try (Replaced control = Replaced.withNothing(folder.layout().cluster().resolve("global/pg_control"))) {
            assertFails(
                    folder::start,
                    Code.START_FAILED,
                    folder.layout().log().toString(),
                    "could not open file \"" + control.name());
            assertThat(folder.processes().all()).isEmpty();
        }
    }

    @Test
    void a_lock_given_back_is_refused() {
        DataDirectoryLock lock = DataDirectoryLock.acquire(folder.path());
        lock.close();

        assertThatThrownBy(() -> EmbeddedPostgres.start(lock, PostgresSettings.defaults(), PostgresListener.none()))
                .hasMessageContaining("given back");
    }

    @Test
    void a_folder_closed_to_the_account_is_named_before_anything_is_done() throws IOException {
        assumeTrue(Users.uidOfThisProcess() == 0, "only root hands over to another account");
        Path closed = folder.path().resolve("closed");
        Files.createDirectory(closed);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Path data = closed.resolve("a/b");

        assertFails(
                () -> EmbeddedPostgres.requireUsable(data),
                Code.DATA_DIRECTORY,
                data.toString(),
                "account wellfield",
                "chmod o+x " + closed);
        assertThat(closed).isEmptyDirectory();
    }

    @Test
    void a_full_disk_is_named_at_once_and_in_the_middle_of_unpacking() throws IOException {
        assumeTrue(Users.uidOfThisProcess() == 0, "only root mounts a small disk");
        Path small = Files.createDirectory(folder.path().resolve("small"));
        assumeTrue(
                Command.run(List.of("mount", "-t", "tmpfs", "-o", "size=20m,mode=711", "tmpfs", small.toString()))
                        .good(),
                "this container may not mount");
        try {
            assertFails(
                    () -> {
                        try (DataDirectoryLock lock = DataDirectoryLock.acquire(small)) {
                            EmbeddedPostgres.start(lock, PostgresSettings.defaults(), PostgresListener.none());
                        }
                    },
                    Code.DISK_FULL,
                    small.toString(),
                    "160 are needed");

            Path target = small.resolve("programs");
            assertFails(() -> Binaries.unpack(Architecture.ofThisMachine(), target), Code.DISK_FULL, small.toString());
            assertThat(target).doesNotExist();
        } finally {
            DataFolder.run("umount", small.toString());
        }
    }

    @Test
    void a_disk_that_may_not_hold_programs_is_named() throws IOException {
        assumeTrue(Users.uidOfThisProcess() == 0, "only root mounts");
        Path home = folder.layout().home();
        Path shared = folder.programs().toRealPath();
        Files.delete(folder.programs());
        DataFolder.run("cp", "-a", shared.toString(), folder.programs().toString());
        assumeTrue(
                Command.run(List.of("mount", "--bind", home.toString(), home.toString()))
                        .good(),
                "this container may not mount");
        try {
            DataFolder.run("mount", "-o", "remount,bind,noexec", home.toString());

            assertFails(
                    folder::start,
                    Code.DATA_DIRECTORY,
                    folder.layout().binaries().toString(),
                    "noexec");
        } finally {
            DataFolder.run("umount", home.toString());
        }
    }

    private static void assertFails(ThrowingCallable start, Code code, String... parts) {
        assertThatThrownBy(start)
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContainingAll(parts)
                .extracting("code")
                .isEqualTo(code);
    }

    /** A file with other content, or none, until it is closed. */
    private record Replaced(Path file) implements AutoCloseable {
        static Replaced withNothing(Path file) throws IOException {
            Files.move(file, kept(file));
            return new Replaced(file);
        }

        static Replaced with(String content, Path file) throws IOException {
            Replaced replaced = withNothing(file);
            Files.writeString(file, content);
            return replaced;
        }

        String name() {
            return file.toString();
        }

        String parentName() {
            return String.valueOf(file.getParent());
        }

        @Override
        public void close() throws IOException {
            Files.move(kept(file), file, StandardCopyOption.REPLACE_EXISTING);
        }

        private static Path kept(Path file) {
            return file.resolveSibling(file.getFileName() + ".kept");
        }
    }
}
