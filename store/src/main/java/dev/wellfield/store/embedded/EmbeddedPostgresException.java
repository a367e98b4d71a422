package dev.wellfield.store.embedded;

import org.jspecify.annotations.Nullable;

/**
 * The embedded server can't be started or kept because something around it is broken. The message names the thing at
 * fault, its value and what to do; {@link #code()} tells the cases apart.
 */
public final class EmbeddedPostgresException extends RuntimeException {
    /** What is broken. */
    public enum Code {
        /** No PostgreSQL is bundled for this machine's operating system or processor. */
        UNSUPPORTED_ARCHITECTURE,
        /** The account the server runs under is missing and can't be made, or can't be switched to. */
        ACCOUNT,
        /** The data directory can't be reached, written or belongs to somebody else. */
        DATA_DIRECTORY,
        /** Another live process holds the data directory. */
        DATA_DIRECTORY_IN_USE,
        /** The file system of the data directory is full. */
        DISK_FULL,
        /** The data was written by another major version of PostgreSQL. */
        OTHER_MAJOR_VERSION,
        /** The password file is missing, unreadable or not the password of this data. */
        PASSWORD,
        /** The port asked for is taken. */
        PORT_TAKEN,
        /** The server did not accept connections within the time allowed. */
        TIMEOUT,
        /** The server ended while it started, for a reason told in the message. */
        START_FAILED,
        /** The waiting thread was interrupted, or the server was stopped while it started. */
        CANCELLED
    }

    private final Code code;

    EmbeddedPostgresException(Code code, String message) {
        super(message);
        this.code = code;
    }

    EmbeddedPostgresException(Code code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Which case this is. */
    public Code code() {
        return code;
    }
}
