package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether there is room left where the data goes. */
final class DiskSpace {
    static final long MIB = 1L << 20;
    /** The programs take 60 MiB, a new cluster 40, the rest is for its first work. */
    static final long FOR_A_FIRST_START_MIB = 160;
    /** Below this a failed write is put down to a full disk: error texts of the system come in many languages. */
    private static final long FULL_BELOW_MIB = 4;

    private DiskSpace() {}

    static void require(Path folder, long mib) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace() / MIB;
        if (free < mib) {
            throw full(folder, "%d MiB are free, %d are needed for a first start".formatted(free, mib), null);
        }
    }

    /** The error to report for a write below {@code folder} that failed. */
    static EmbeddedPostgresException explain(Path folder, IOException failure) {
        try {
            if (Files.getFileStore(folder).getUsableSpace() < FULL_BELOW_MIB * MIB) {
                return full(folder, "%s".formatted(failure.getMessage()), failure);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return new EmbeddedPostgresException(
                Code.DATA_DIRECTORY,
                "Writing below %s failed (%s: %s). Check its file system and the rights of this user."
                        .formatted(folder, failure.getClass().getSimpleName(), failure.getMessage()),
                failure);
    }

    private static EmbeddedPostgresException full(Path folder, String numbers, @Nullable IOException cause) {
        String message =
                "The disk that holds %s is full: %s. Make room there, or choose a data directory on another disk."
                        .formatted(folder, numbers);
        return new EmbeddedPostgresException(Code.DISK_FULL, message, cause);
    }
}
