package dev.wellfield.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders of the data directory that tenants pass by: only the server's own user may look into them. */
final class PrivateFolder {
    private PrivateFolder() {}

    static Path of(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        return folder;
    }
}
