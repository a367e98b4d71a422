package dev.wellfield.store.embedded;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Java process beside the tests that starts the server and keeps it, to be killed or to be somebody else. */
final class ChildJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs {@link #main} as the same user. */
    static ChildJvm start(Path dataDirectory) throws IOException {
        return launch(List.of(), System.getProperty("java.class.path"), dataDirectory.toString());
    }

    /** Runs it as another user, which only root may do. */
    static ChildJvm startAs(int uid, int gid, Path dataDirectory) throws IOException {
        List<String> handover =
                List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--inh-caps=-all", "--");
        return launch(handover, readableByAll(), dataDirectory.toString());
    }

    static ChildJvm startWithUmask(String umask, Path dataDirectory) throws IOException {
        List<String> shell = List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh");
        return launch(shell, System.getProperty("java.class.path"), dataDirectory.toString());
    }

    private static ChildJvm launch(List<String> prefix, String classPath, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                ChildJvm.class.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** "ready PORT PID", or "failed CODE MESSAGE". */
    String firstLine() throws IOException {
        return String.valueOf(output.readLine());
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(20, TimeUnit.SECONDS);
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Starts the server on the data directory given and waits to be killed, or for the end of its input. */
    public static void main(String[] arguments) throws IOException {
        try {
            DataDirectoryLock lock = DataDirectoryLock.acquire(Path.of(arguments[0]));
            EmbeddedPostgres server =
                    EmbeddedPostgres.start(lock, PostgresSettings.defaults(), PostgresListener.none());
            System.out.println("ready %d %d".formatted(server.port(), server.pid()));
            while (System.in.read() >= 0) {}
        } catch (EmbeddedPostgresException e) {
            System.out.println("failed %s %s".formatted(e.code(), e.getMessage()));
        }
    }

    /** The class path again in a folder that every user can read; ours may lie below root's home. */
    private static String readableByAll() {
        return Copied.CLASS_PATH;
    }

    private static final class Copied {
        static final String CLASS_PATH = copy();

        private static String copy() {
            try {
                Path folder = Files.createTempDirectory(TestPostgres.PREFIX + "classes-");
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> DataFolder.run("rm", "-rf", folder.toString())));
                List<String> entries = Stream.of(
                                System.getProperty("java.class.path").split(File.pathSeparator))
                        .filter(entry -> Files.exists(Path.of(entry)))
                        .toList();
                List<String> copies = new ArrayList<>();
                for (String entry : entries) {
                    String copy = folder.resolve(
                                    copies.size() + "-" + Path.of(entry).getFileName())
                            .toString();
                    DataFolder.run("cp", "-r", entry, copy);
                    copies.add(copy);
                }
                DataFolder.run("chmod", "-R", "a+rX", folder.toString());
                return copies.stream().collect(Collectors.joining(File.pathSeparator));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
