package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;

/** Reads from what PostgreSQL wrote (always in English, LC_ALL=C) why it did not start. */
final class StartFailure {
    private StartFailure() {}

    static boolean portTaken(String output) {
        return output.contains("Address already in use");
    }

    /** Another server, or what is left of one, was still on the data. */
    static boolean dataBusy(String output) {
        return output.contains("lock file \"postmaster.pid\" already exists")
                || output.contains("lock file \"postmaster.pid\" is empty")
                || output.contains("pre-existing shared memory block");
    }

    static EmbeddedPostgresException of(Layout layout, String program, String output) {
        if (output.contains("No space left on device")) {
            return new EmbeddedPostgresException(
                    Code.DISK_FULL,
                    "The disk that holds %s is full (%s said so). Make room there, or choose a data directory on another disk."
                            .formatted(layout.home(), program));
        }
        // From setsid or setpriv, for a program that is there.
        if (output.contains("failed to execute " + layout.binaries())) {
            if (output.contains("Permission denied")) {
                return new EmbeddedPostgresException(
                        Code.DATA_DIRECTORY,
                        "Programs in %s may not be executed (%s): its file system is mounted noexec. Choose a data directory elsewhere, or mount it with exec."
                                .formatted(layout.binaries(), output));
            }
            return new EmbeddedPostgresException(
                    Code.UNSUPPORTED_ARCHITECTURE,
                    "The bundled PostgreSQL needs the GNU C library, which this system doesn't have (%s). Give the URL of a PostgreSQL 15 or newer instead."
                            .formatted(output));
        }
        return new EmbeddedPostgresException(
                Code.START_FAILED,
                "PostgreSQL's %s failed. It wrote to %s:%n%s"
                        .formatted(program, layout.log(), output.isEmpty() ? "(nothing)" : output));
    }
}
