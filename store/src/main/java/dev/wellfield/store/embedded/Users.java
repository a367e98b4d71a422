package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks users up in the system's list of users and makes the system account when it is absent. */
final class Users {
    private static final Path THIS_PROCESS = Path.of("/proc/self/status");
    /** How long another process that makes the same account at the same moment may take. */
    private static final Duration ACCOUNT_PATIENCE = Duration.ofSeconds(5);

    private Users() {}

    static int uidOfThisProcess() {
        return idOfThisProcess("Uid:");
    }

    static Account ordinary(int uid) {
        Command.Ending name = Command.run(List.of("id", "-u", "-n"));
        if (!name.good() || name.output().equals(Integer.toString(uid))) {
            throw new EmbeddedPostgresException(
                    Code.ACCOUNT,
                    "uid %d has no entry in the system's list of users, and PostgreSQL refuses to run without one. Add it: useradd --uid %d NAME (in a container: a line for it in /etc/passwd)."
                            .formatted(uid, uid));
        }
        return new Account(uid, idOfThisProcess("Gid:"), name.output(), false);
    }

    /** The effective id: the second of the four numbers in its line. */
    private static int idOfThisProcess(String label) {
        try (Stream<String> lines = Files.lines(THIS_PROCESS)) {
            return lines.filter(line -> line.startsWith(label))
                    .map(line -> Integer.parseInt(line.split("\\s+")[2]))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no line " + label));
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    Code.ACCOUNT,
                    "The user of this process can't be told: %s isn't readable. Mount /proc.".formatted(THIS_PROCESS),
                    e);
        }
    }

    static Account systemAccount(String name) {
        return lookup(name).orElseGet(() -> make(name));
    }

    private static Optional<Account> lookup(String name) {
        Command.Ending uid = Command.run(List.of("id", "-u", name));
        if (!uid.good()) {
            return Optional.empty();
        }
        Command.Ending gid = Command.run(List.of("id", "-g", name));
        return Optional.of(new Account(Integer.parseInt(uid.output()), Integer.parseInt(gid.output()), name, true));
    }

    private static Account make(String name) {
        List<String> command = makingCommand(name);
        Command.Ending ending = Command.run(command);
        Deadline patience = Deadline.in(ending.good() ? Duration.ZERO : ACCOUNT_PATIENCE);
        patience.await(Duration.ofMillis(100), () -> lookup(name).isPresent());
        return lookup(name)
                .orElseThrow(() -> new EmbeddedPostgresException(
                        Code.ACCOUNT,
                        "PostgreSQL doesn't run as root, and the system account %s for it can't be made: %s. Make it by hand: %s"
                                .formatted(name, ending.output(), String.join(" ", command))));
    }

    private static List<String> makingCommand(String name) {
        if (Command.exists("useradd")) {
            return List.of(
                    "useradd",
                    "--system",
                    "--user-group",
                    "--no-create-home",
                    "--home-dir",
                    "/nonexistent",
                    "--shell",
                    "/usr/sbin/nologin",
                    name);
        }
        return List.of("adduser", "-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", name);
    }
}
