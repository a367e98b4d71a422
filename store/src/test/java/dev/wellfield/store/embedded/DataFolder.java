package dev.wellfield.store.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data directory for one test. Its server may be broken in any way: closing ends every process of it and removes it.
 */
final class DataFolder implements AutoCloseable {
    private final Path parent;
    private @Nullable DataDirectoryLock lock;

    private DataFolder(Path parent) {
        this.parent = parent;
    }

    /** Empty, as before a first start ever. */
    static DataFolder empty() throws IOException {
        Path parent = Files.createTempDirectory(TestPostgres.PREFIX + "data-");
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
        return new DataFolder(parent);
    }

    /** As after a first start and a stop: a copy of one that was made so, the programs being a link to its own. */
    static DataFolder withData() throws IOException {
        DataFolder folder = empty();
        Layout layout = folder.layout();
        Layout prepared = Prepared.FOLDER.layout();
        Folders.make(layout.binaries(), Folders.PASSABLE);
        Files.createSymbolicLink(folder.programs(), Prepared.FOLDER.programs());
        run(
                "cp",
                "-a",
                prepared.cluster().toString(),
                prepared.password().toString(),
                layout.home().toString());
        return folder;
    }

    /** Where the programs of this machine and version are. */
    Path programs() {
        return layout().binaries()
                .resolve(Binaries.bundledVersion() + "-"
                        + Architecture.ofThisMachine().label());
    }

    /** A blank and a letter outside ASCII's own kind of quoting: paths are the user's choice. */
    Path path() {
        return parent.resolve("it's data");
    }

    Path parent() {
        return parent;
    }

    Layout layout() {
        return new Layout(path());
    }

    ServerProcesses processes() {
        return new ServerProcesses(layout(), Account.ofThisProcess());
    }

    /** How many servers run on it; their children don't count. */
    long servers() {
        ServerProcesses processes = processes();
        return processes.all().stream()
                .filter(process -> processes
                        .commandLine(process)
                        .getFirst()
                        .startsWith(layout().binaries().toString()))
                .count();
    }

    EmbeddedPostgres start() {
        return start(PostgresSettings.defaults(), PostgresListener.none());
    }

    EmbeddedPostgres start(PostgresSettings settings, PostgresListener listener) {
        DataDirectoryLock held = lock;
        if (held == null || !held.held()) {
            held = DataDirectoryLock.acquire(path());
            lock = held;
        }
        return EmbeddedPostgres.start(held, settings, listener);
    }

    /** Ends every process of it and unlocks it, for the next test. */
    void settle() {
        ServerProcesses processes = processes();
        for (ServerProcess process : processes.all()) {
            process.signal(ServerProcess.Signal.KILL);
        }
        processes.endLeftovers();
        DataDirectoryLock held = lock;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void close() throws IOException {
        settle();
        Folders.remove(parent);
    }

    static String run(String... command) {
        Command.Ending ending = Command.run(List.of(command));
        if (!ending.good()) {
            throw new IllegalStateException("%s: %s".formatted(String.join(" ", command), ending.output()));
        }
        return ending.output();
    }

    /** Started once for all tests of a JVM. */
    private static final class Prepared {
        static final DataFolder FOLDER = prepare();

        private static DataFolder prepare() {
            try {
                DataFolder folder = empty();
                folder.start().stop();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        folder.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
