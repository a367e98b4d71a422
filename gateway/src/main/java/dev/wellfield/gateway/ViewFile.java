package dev.wellfield.gateway;

import dev.wellfield.core.serving.GatewayView;
import dev.wellfield.gateway.wire.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/** The last view on the disk, for a start without the database. Holds hashes of keys, so only its owner may read it. */
record ViewFile(Path file) {
    private static final Logger LOG = LoggerFactory.getLogger(ViewFile.class);

    /** Empty if there is none, or none that can be read. */
    Optional<GatewayView> load() {
        try {
            return Optional.of(Json.mapper().readValue(Files.readAllBytes(file), GatewayView.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            LOG.warn("{} can't be read; the gateway waits for the database", file, e);
            return Optional.empty();
        }
    }

    void save(GatewayView view) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(next);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(next, options, ownerOnly)) {
            ByteBuffer bytes = ByteBuffer.wrap(Json.write(view));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
