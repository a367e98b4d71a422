package dev.wellfield.store.embedded;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Where the embedded server keeps what, below {@code dataDirectory/postgres}. The path given is absolute and real. */
record Layout(Path dataDirectory) {
    Path home() {
        return dataDirectory.resolve("postgres");
    }

    /** Holds one folder of programs per version and architecture. */
    Path binaries() {
        return home().resolve("binaries");
    }

    Path cluster() {
        return home().resolve("cluster");
    }

    /** Where a cluster is made before it gets its name; what is found here at a start is left over from a kill. */
    Path unfinishedCluster() {
        return home().resolve("cluster.unfinished");
    }

    Path password() {
        return home().resolve("password");
    }

    Path hostRules() {
        return home().resolve("pg_hba.conf");
    }

    Path log() {
        return home().resolve("server.log");
    }

    /** Tells this data directory's server processes apart from others'; it appears in their titles. */
    String clusterName() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(cluster().toString().getBytes(StandardCharsets.UTF_8));
            return "wellfield-" + HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
