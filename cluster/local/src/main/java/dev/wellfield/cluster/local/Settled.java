package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The allocations that have ended and are written down as ended: nobody needs to look at them again but for their log. One
 * empty file each, so that a restart knows them too. Any thread may call any method.
 */
final class Settled {
    private final Path folder;
    private final Set<UUID> ids;

    Settled(Path folder) {
        this.folder = LocalCluster.privateFolder(folder);
        try (Stream<Path> files = Files.list(folder)) {
            this.ids = files.map(file -> UUID.fromString(file.getFileName().toString()))
                    .collect(Collectors.toCollection(ConcurrentHashMap::newKeySet));
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " can't be listed", e);
        }
    }

    boolean contains(UUID id) {
        return ids.contains(id);
    }

    /** Nothing of it is there any more, so nobody can look at it. */
    void remove(UUID id) {
        try {
            Files.deleteIfExists(folder.resolve(id.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException("allocation " + id + " can't be taken out of " + folder, e);
        }
        ids.remove(id);
    }

    void add(UUID id) {
        try {
            Files.createFile(folder.resolve(id.toString()));
        } catch (FileAlreadyExistsException e) {
            // It was settled before.
        } catch (IOException e) {
            throw new UncheckedIOException("allocation " + id + " can't be settled in " + folder, e);
        }
        ids.add(id);
    }
}
