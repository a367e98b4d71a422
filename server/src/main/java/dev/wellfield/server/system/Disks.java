package dev.wellfield.server.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The disks that this process writes to, whatever is mounted where. Any thread may ask. */
public final class Disks {
    /** As much as a workload needs to be started. */
    private static final long NEEDED_MIB = 64;

    private static final long MIB = 1024 * 1024;

    private final List<Path> folders;

    /** @param data the data directory, below which others may be mounted */
    public Disks(Path data) {
        this.folders = List.of(
                data,
                data.resolve("postgres").resolve("cluster"),
                data.resolve("gateway").resolve("journal"));
    }

    /** The first that is nearly full, in a sentence that says what to do. */
    public Optional<String> trouble() {
        return folders.stream()
                .filter(Files::exists)
                .filter(folder -> folder.toFile().getUsableSpace() < NEEDED_MIB * MIB)
                .findFirst()
                .map(folder ->
                        "the disk of %s is nearly full: %d MiB are free, less than %d; make room there, then all goes on by itself"
                                .formatted(folder, folder.toFile().getUsableSpace() / MIB, NEEDED_MIB));
    }
}
