package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.ServerProcess.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The processes that run PostgreSQL on our data directory, whoever started them. They are known by their command line
 * and user: where a process works and what it executes is hidden even from root in an ordinary container.
 */
record ServerProcesses(Layout layout, Account account) {
    private static final Duration STEP = Duration.ofMillis(10);
    /** Longer, because it looks at every process of the machine. */
    private static final Duration SCAN_STEP = Duration.ofMillis(50);
    /** A killed process is gone at once unless the disk holds it. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(10);
    /** How long the children of a server that was killed may take to notice. */
    private static final Duration ORPHANS = Duration.ofSeconds(3);

    /** The live server that the data directory's postmaster.pid names, if it really is one of ours. */
    Optional<ServerProcess> postmaster() {
        return PidFile.read(layout.cluster())
                .map(PidFile::pid)
                .filter(pid -> isOurs(Long.toString(pid)))
                .flatMap(ServerProcess::of);
    }

    /** All of them: server, its children, and an initdb that a killed Wellfield left behind. */
    List<ServerProcess> all() {
        List<ServerProcess> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String pid = process.getFileName().toString();
                if (isOurs(pid)) {
                    ServerProcess.of(Long.parseLong(pid)).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("/proc can't be listed", e);
        }
        return found;
    }

    List<String> commandLine(ServerProcess process) {
        return Arrays.asList(rawCommandLine(Long.toString(process.pid())).split("\0"));
    }

    /** Ends a server and waits: politely for {@code patience}, then at once, then by force. */
    void end(ServerProcess postmaster, Duration patience) {
        postmaster.signal(Signal.INT);
        if (!Deadline.in(patience).await(STEP, () -> !postmaster.alive())) {
            postmaster.signal(Signal.QUIT);
            if (!Deadline.in(ORPHANS).await(STEP, () -> !postmaster.alive())) {
                postmaster.signal(Signal.KILL);
            }
        }
        endLeftovers();
    }

    /** Children outlive a killed server for a moment and hold its shared memory; two servers must never overlap. */
    void endLeftovers() {
        if (Deadline.in(ORPHANS).await(SCAN_STEP, () -> all().isEmpty())) {
            return;
        }
        all().forEach(process -> process.signal(Signal.KILL));
        if (!Deadline.in(AFTER_KILL).await(SCAN_STEP, () -> all().isEmpty())) {
            throw new EmbeddedPostgresException(
                    EmbeddedPostgresException.Code.START_FAILED,
                    "Processes of an earlier PostgreSQL on %s can't be ended: %s. Their disk may hang; restart the machine if they stay."
                            .formatted(
                                    layout.cluster(),
                                    all().stream().map(ServerProcess::pid).toList()));
        }
    }

    private boolean isOurs(String pid) {
        String command = rawCommandLine(pid);
        boolean named = command.startsWith(layout.binaries() + "/")
                || command.startsWith("postgres: " + layout.clusterName() + ": ");
        return named && uid(pid) == account.uid();
    }

    private static String rawCommandLine(String pid) {
        try {
            return Files.readString(Path.of("/proc", pid, "cmdline"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static int uid(String pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", pid, "status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith("Uid:")) {
                    return Integer.parseInt(line.split("\\s+")[1]);
                }
            }
        } catch (IOException e) {
            // It has ended.
        }
        return -1;
    }
}
