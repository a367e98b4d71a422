package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The password of the database's owner: made once, kept in a file that only our own user may read. */
record Password(String secret) {
    private static final int BYTES = 32;

    static Password create(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        Password password = new Password(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        Files.deleteIfExists(unfinished);
        password.write(unfinished);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        return password;
    }

    /** Writes a new file with the permissions 0600 from its first moment. */
    void write(Path file) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly)) {
            channel.write(ByteBuffer.wrap((secret + "\n").getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
    }

    static Password read(Path file) {
        String secret;
        try {
            secret = Files.readString(file, StandardCharsets.US_ASCII).strip();
        } catch (NoSuchFileException e) {
            throw broken(file, "is missing", e);
        } catch (IOException e) {
            throw broken(file, "can't be read (%s)".formatted(e), e);
        }
        if (secret.isEmpty()) {
            throw broken(file, "is empty", null);
        }
        return new Password(secret);
    }

    static EmbeddedPostgresException broken(Path file, String what, @Nullable Throwable cause) {
        String message =
                "The password file %s %s, and the database can't be opened without it. Put back the file that was made with this data (one line, readable by its owner), or restore a backup into another data directory with wellfield restore."
                        .formatted(file, what);
        return new EmbeddedPostgresException(Code.PASSWORD, message, cause);
    }

    @Override
    public String toString() {
        return "Password[hidden]";
    }
}
