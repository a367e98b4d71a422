package dev.wellfield.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done to whole folders. */
final class Folders {
    private Folders() {}

    /** What others may do in a folder of ours: nothing. */
    static final Set<PosixFilePermission> CLOSED = PosixFilePermissions.fromString("rwx------");
    /** Others may go through to what they know the name of. */
    static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");
    /** Others may read what is in it. */
    static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwxr-xr-x");

    /** Makes a folder and those above it that are missing, with just these permissions whatever the umask is. */
    static void make(Path folder, Set<PosixFilePermission> permissions) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.getParent();
        if (parent != null) {
            make(parent, permissions);
        }
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(CLOSED));
        Files.setPosixFilePermissions(folder, permissions);
    }

    /** Removes a folder and all in it; links are removed, never followed. Nothing happens if it is absent. */
    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Makes the names in a folder survive a power failure, as after a rename. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
