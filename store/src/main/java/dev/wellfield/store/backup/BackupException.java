package dev.wellfield.store.backup;

import org.jspecify.annotations.Nullable;

/** A backup that can't be made or brought back; the message says why and what to do. Nothing is half done then. */
public final class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BackupException(String message) {
        this(message, null);
    }

    public BackupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
