package dev.wellfield.store.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A data directory for one test, with the programs already in it (as links to one unpacked copy). Its server may be
 * broken in any way: closing ends every process of it and removes it.
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

    static DataFolder withPrograms() throws IOException {
        DataFolder folder = empty();
        Path programs = folder.layout().binaries();
        Files.createDirectories(programs);
        for (Path each : new Path[] {folder.path(), folder.layout().home(), programs}) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx--x--x"));
        }
        Path unpacked = Unpacked.BINARIES.home();
        run("cp", "-a", "-l", unpacked.toString(), programs.toString());
        return folder;
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

    void unlock() {
        DataDirectoryLock held = lock;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void close() throws IOException {
        ServerProcesses processes = processes();
        for (ServerProcess process : processes.all()) {
            process.signal(ServerProcess.Signal.KILL);
        }
        Deadline.in(Duration.ofSeconds(20))
                .await(Duration.ofMillis(20), () -> processes.all().isEmpty());
        unlock();
        Folders.remove(parent);
    }

    static String run(String... command) {
        Command.Ending ending = Command.run(List.of(command));
        if (!ending.good()) {
            throw new IllegalStateException("%s: %s".formatted(String.join(" ", command), ending.output()));
        }
        return ending.output();
    }

    /** Unpacked once for all tests of a JVM. */
    private static final class Unpacked {
        static final Binaries BINARIES = unpack();

        private static Binaries unpack() {
            try {
                DataFolder folder = empty();
                DataDirectoryLock lock = DataDirectoryLock.acquire(folder.path());
                Layout layout = new Layout(lock.dataDirectory());
                Files.createDirectories(layout.binaries());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        lock.close();
                        folder.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
                return Binaries.ensure(layout, Architecture.ofThisMachine());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
