package dev.wellfield.store.embedded;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The server's log: a file it appends to through a descriptor that we opened, so that it can be cut while the server
 * writes. Once it has {@code limitBytes} it is copied to a second file and starts again from nothing; the two together
 * stay near twice the limit.
 */
record ServerLog(Path file, long limitBytes) {
    private static final int TAIL_BYTES = 4_096;

    void create() throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }

    Path older() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    ProcessBuilder.Redirect redirect() {
        return ProcessBuilder.Redirect.appendTo(file.toFile());
    }

    /** Lines that are written between the copy and the cut are lost. */
    void cutIfLong() throws IOException {
        if (!Files.exists(file) || length() < limitBytes) {
            return;
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.deleteIfExists(unfinished);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileChannel to = FileChannel.open(unfinished, options, ownerOnly)) {
            from.transferTo(Math.max(0, from.size() - limitBytes), limitBytes, to);
            from.truncate(0);
        }
        Files.move(unfinished, older(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    long length() throws IOException {
        return Files.size(file);
    }

    /** What was written since the file had {@code offset} bytes, the last 4 KiB of it. */
    String since(long offset) throws IOException {
        try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
            long end = reader.length();
            long start = Math.max(Math.min(offset, end), end - TAIL_BYTES);
            byte[] bytes = new byte[(int) (end - start)];
            reader.seek(start);
            reader.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        }
    }
}
