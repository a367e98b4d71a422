package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One process's claim on a data directory, kept until it is closed or the process ends in whatever way. Two Wellfields
 * on one data directory would otherwise start two servers on the same files. May be closed from any thread.
 */
public final class DataDirectoryLock implements AutoCloseable {
    private static final String FILE = "lock";

    private final Path dataDirectory;
    private final FileChannel channel;

    private DataDirectoryLock(Path dataDirectory, FileChannel channel) {
        this.dataDirectory = dataDirectory;
        this.channel = channel;
    }

    /**
     * Claims {@code dataDirectory}, which is made when it is absent (closed to others; as root they may pass through).
     *
     * @throws EmbeddedPostgresException {@code DATA_DIRECTORY_IN_USE} with the holder's process id when another live
     *     process has it, {@code DATA_DIRECTORY} when it can't be made or written
     */
    public static DataDirectoryLock acquire(Path dataDirectory) {
        Path real;
        FileChannel channel;
        try {
            // Others may pass through root's: the database's account and each tenant's have their places below it.
            Folders.make(
                    dataDirectory.toAbsolutePath(), Users.uidOfThisProcess() == 0 ? Folders.PASSABLE : Folders.CLOSED);
            real = dataDirectory.toRealPath();
            channel = FileChannel.open(
                    real.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw unusable(dataDirectory, e);
        }
        try {
            if (tryLock(channel) == null) {
                String holder = read(channel);
                channel.close();
                throw new EmbeddedPostgresException(
                        Code.DATA_DIRECTORY_IN_USE,
                        "The data directory %s is in use by process %s. Stop that Wellfield first (wellfield down), or choose another data directory."
                                .formatted(real, holder.isEmpty() ? "(unknown)" : holder));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new DataDirectoryLock(real, channel);
        } catch (IOException e) {
            throw unusable(dataDirectory, e);
        }
    }

    /** The real path of the directory that is claimed. */
    public Path dataDirectory() {
        return dataDirectory;
    }

    boolean held() {
        return channel.isOpen();
    }

    /** Gives the claim back; later calls do nothing. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw unusable(dataDirectory, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this very process.
            return null;
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(20);
        channel.read(buffer, 0);
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII).strip();
    }

    private static EmbeddedPostgresException unusable(Path dataDirectory, IOException e) {
        return new EmbeddedPostgresException(
                Code.DATA_DIRECTORY,
                "The data directory %s can't be made or written (%s: %s). Choose another one or give this user the right."
                        .formatted(dataDirectory, e.getClass().getSimpleName(), e.getMessage()),
                e);
    }
}
