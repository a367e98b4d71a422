package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.util.Locale;

/** A kind of machine that PostgreSQL's programs are bundled for; {@code archive} is their resource on the class path. */
enum Architecture {
    AMD64("postgres-linux-x86_64.txz"),
    ARM64("postgres-linux-arm_64.txz");

    private final String archive;

    Architecture(String archive) {
        this.archive = archive;
    }

    String archive() {
        return archive;
    }

    /** As it appears in file names. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Architecture ofThisMachine() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Architecture of(String system, String processor) {
        return switch (system + " " + processor) {
            case "Linux amd64", "Linux x86_64" -> AMD64;
            case "Linux aarch64", "Linux arm64" -> ARM64;
            default ->
                throw new EmbeddedPostgresException(
                        Code.UNSUPPORTED_ARCHITECTURE,
                        "The embedded PostgreSQL runs on Linux amd64 and arm64; this machine is %s %s. Give the URL of a PostgreSQL 15 or newer instead."
                                .formatted(system, processor));
        };
    }
}
