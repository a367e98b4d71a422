package dev.wellfield.store.embedded;

import dev.wellfield.store.embedded.EmbeddedPostgresException.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes the data of a new server, under a name that says it is unfinished until it is complete. */
record NewCluster(Layout layout, Account account, Binaries binaries, ServerProcesses processes, ServerLog log) {
    static final String OWNER = "wellfield";

    /** The password that opens the data, which is made if there is none; what a broken off try left is thrown away. */
    Password ensure(Duration limit) throws IOException {
        if (Files.exists(layout.cluster())) {
            Folders.remove(layout.unfinishedCluster());
            return Password.read(layout.password());
        }
        // An initdb that a killed Wellfield left behind would go on writing below the folder that is removed next.
        processes.endLeftovers();
        Folders.remove(layout.unfinishedCluster());
        Password password =
                Files.exists(layout.password()) ? Password.read(layout.password()) : Password.create(layout.password());
        make(password, limit);
        return password;
    }

    private void make(Password password, Duration limit) throws IOException {
        Path workshop = layout.unfinishedCluster();
        DiskSpace.require(layout.dataDirectory(), DiskSpace.FOR_A_FIRST_START_MIB / 2);
        account.makePrivateFolder(workshop);
        try {
            makeIn(workshop, password, limit);
        } catch (IOException | RuntimeException e) {
            giveBack(workshop, e);
            throw e;
        }
    }

    private void makeIn(Path workshop, Password password, Duration limit) throws IOException {
        Path passwordForInitdb = workshop.resolve("password");
        password.write(passwordForInitdb);
        account.own(passwordForInitdb);
        Path data = workshop.resolve("data");
        initdb(data, passwordForInitdb, limit);
        Files.move(data, layout.cluster(), StandardCopyOption.ATOMIC_MOVE);
        Folders.sync(layout.home());
        Folders.remove(workshop);
    }

    private static void giveBack(Path workshop, Exception failure) {
        try {
            Folders.remove(workshop);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Refuses data that a server of another major version wrote: PostgreSQL can't read it. */
    static void requireSameMajorVersion(Layout layout, String bundled) throws IOException {
        Path file = layout.cluster().resolve("PG_VERSION");
        String found = Files.exists(file)
                ? Files.readString(file, StandardCharsets.US_ASCII).strip()
                : "of an unknown version (no file PG_VERSION)";
        if (!found.equals(bundled)) {
            throw new EmbeddedPostgresException(
                    Code.OTHER_MAJOR_VERSION,
                    "The data in %s is PostgreSQL %s, this Wellfield brings PostgreSQL %s. Run wellfield backup with the Wellfield that wrote it, then wellfield restore with this one into an empty data directory."
                            .formatted(layout.cluster(), found, bundled));
        }
    }

    private void initdb(Path data, Path passwordFile, Duration limit) throws IOException {
        List<String> command = account.command(List.of(
                binaries.initdb().toString(),
                "-D",
                data.toString(),
                "--username=" + OWNER,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--data-checksums",
                "--no-instructions"));
        long before = log.length();
        Process process = Command.clean(new ProcessBuilder(command))
                .directory(layout.unfinishedCluster().toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.redirect())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw Deadline.interrupted(e);
        }
        if (!ended) {
            process.destroyForcibly();
            throw new EmbeddedPostgresException(
                    Code.TIMEOUT,
                    "Making the database in %s took more than %d s. Its disk may be too slow: choose another data directory or allow a longer start."
                            .formatted(layout.cluster(), limit.toSeconds()));
        }
        if (process.exitValue() != 0) {
            throw StartFailure.of(layout, "initdb", log.since(before));
        }
    }
}
