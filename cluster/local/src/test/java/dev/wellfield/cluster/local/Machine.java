package dev.wellfield.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A data directory for one test that other uids can reach, and the processes in it, all ended at the close. */
final class Machine implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    final Path data;
    final LocalProcesses processes;
    private final Path temporary;

    private Machine(Path temporary, Cgroups cgroups, List<String> shell) {
        this.temporary = temporary;
        this.data = temporary.resolve("data");
        this.processes = LocalProcesses.open(data, cgroups, shell);
    }

    static Machine open() {
        return open(Cgroups.probe());
    }

    static Machine open(Cgroups cgroups) {
        return new Machine(temporary(), cgroups, Shim.SYSTEM_SHELL);
    }

    /** Shims run by another shell than the system's. */
    static Machine open(List<String> shell) {
        return new Machine(temporary(), Cgroups.probe(), shell);
    }

    static Path temporary() {
        try {
            Path temporary = Files.createTempDirectory("wellfield-");
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
            return temporary;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String id() {
        return UUID.randomUUID().toString();
    }

    /** Starts the script in the tenant "ours" and returns its allocation. */
    String shell(String script) {
        return start(LaunchSpec.of(id(), "ours", 1, List.of("sh", "-c", script)));
    }

    String start(LaunchSpec spec) {
        processes.start(spec);
        return spec.allocationId();
    }

    Path folder(String id) {
        return data.resolve("workloads").resolve("ours").resolve(id);
    }

    ProcessState.Running running(String id) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> processes.observe(id) instanceof ProcessState.Running);
        return (ProcessState.Running) processes.observe(id);
    }

    ProcessState.Exited exited(String id) {
        return exited(processes, id);
    }

    static ProcessState.Exited exited(LocalProcesses processes, String id) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> processes.observe(id) instanceof ProcessState.Exited);
        return (ProcessState.Exited) processes.observe(id);
    }

    String output(String id) {
        return text(processes.log(id));
    }

    /** Waits until the output contains the text. */
    void says(String id, String text) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .untilAsserted(() -> assertThat(output(id)).contains(text));
    }

    static String text(LogReader log) {
        return new String(log.read(0, 1024 * 1024).bytes(), StandardCharsets.UTF_8);
    }

    /** Waits until no process of this machine carries the allocation's mark, its shim's helpers included. */
    static void gone(String id) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(carriers(id)).isEmpty());
    }

    static List<Long> carriers(String id) {
        return ProcessTable.read().values().stream()
                .filter(entry -> !entry.dead())
                .map(ProcessTable.Entry::pid)
                .filter(pid -> ProcessTable.hasVariable(pid, "WELLFIELD_ALLOCATION=" + id) || names(pid, id))
                .toList();
    }

    private static boolean names(long pid, String id) {
        try {
            return pid != ProcessHandle.current().pid()
                    && Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1)
                            .contains(id);
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public void close() {
        for (Map.Entry<String, ProcessState> workload : processes.observeAll().entrySet()) {
            processes.stop(workload.getKey(), Duration.ZERO).join();
            processes.forget(workload.getKey());
        }
        processes.close();
        delete(temporary);
    }

    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
