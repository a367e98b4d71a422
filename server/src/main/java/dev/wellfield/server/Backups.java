package dev.wellfield.server;

import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.gateway.journal.Journal;
import dev.wellfield.store.Database;
import dev.wellfield.store.DatabaseLogin;
import dev.wellfield.store.Schema;
import dev.wellfield.store.backup.Backup;
import dev.wellfield.store.backup.BackupException;
import dev.wellfield.store.backup.Manifest;
import dev.wellfield.store.backup.Progress;
import dev.wellfield.store.backup.Restore;
import dev.wellfield.store.embedded.DataDirectoryLock;
import dev.wellfield.store.embedded.DatabaseAccess;
import dev.wellfield.store.embedded.EmbeddedPostgres;
import dev.wellfield.store.embedded.PostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An installation's database to a file and back; the database may be ours or another's, on either side. */
public final class Backups {
    private static final int RECORDS_AT_ONCE = 500;

    private Backups() {}

    /**
     * Writes the database to {@code file}, which only its owner can read. The server may run meanwhile or not. What this data
     * directory's gateway has in its journal is stored first.
     *
     * @param external the owner's login of the database; null means the data directory's own
     * @throws BackupException if it can't be done; there is no file then
     */
    public static Manifest write(Path data, @Nullable DatabaseLogin external, Path file, Progress progress)
            throws IOException {
        if (external != null) {
            return write(external, data, file, progress);
        }
        Optional<DatabaseAccess> running = EmbeddedPostgres.running(data);
        if (running.isPresent()) {
            return write(login(running.get()), data, file, progress);
        }
        if (!Files.isDirectory(data.resolve("postgres").resolve("cluster"))) {
            throw new BackupException("There is no database in " + data
                    + "; name the data directory by --data, or the database by --database-url.");
        }
        try (DataDirectoryLock lock = DataDirectoryLock.acquire(data);
                EmbeddedPostgres server = EmbeddedPostgres.start(lock, PostgresSettings.defaults(), event -> {})) {
            return write(login(server.owner()), data, file, progress);
        }
    }

    private static Manifest write(DatabaseLogin owner, Path data, Path file, Progress progress) throws IOException {
        store(owner, data.resolve("gateway").resolve("journal"));
        return Backup.write(owner, Server.version(), file, progress);
    }

    /** Twice does no harm: a gateway that runs ships the same ones. */
    private static void store(DatabaseLogin owner, Path journal) throws IOException {
        if (!Files.isDirectory(journal)) {
            return;
        }
        try (Database database = Database.open("wellfield-backup", owner, Schema.GATEWAY, 1);
                Stream<UsageRecord> records = Journal.unshipped(journal)) {
            List<UsageRecord> batch = new ArrayList<>();
            records.forEach(record -> {
                batch.add(record);
                if (batch.size() == RECORDS_AT_ONCE) {
                    store(database, batch);
                }
            });
            store(database, batch);
        }
    }

    private static void store(Database database, List<UsageRecord> batch) {
        if (!batch.isEmpty()) {
            database.transaction(tx -> tx.usageRecords().insert(List.copyOf(batch)));
            batch.clear();
        }
    }

    private static DatabaseLogin login(DatabaseAccess access) {
        return new DatabaseLogin(access.jdbcUrl(), access.user(), access.password());
    }

    /**
     * Brings {@code file} back: into a data directory that is empty or isn't there, or into an empty database elsewhere.
     *
     * @param external the owner's login of that database; null means one in the data directory
     * @throws BackupException if it can't be done; the data directory is as it was then
     */
    public static Manifest restore(Path file, Path data, @Nullable DatabaseLogin external, Progress progress)
            throws IOException {
        if (external != null) {
            return Restore.read(external, file, progress);
        }
        boolean there = Files.exists(data);
        requireEmpty(data);
        Restore.check(file);
        try (DataDirectoryLock lock = DataDirectoryLock.acquire(data)) {
            Path unfinished = Files.createFile(unfinished(data));
            try (EmbeddedPostgres server = EmbeddedPostgres.start(lock, PostgresSettings.defaults(), event -> {})) {
                Manifest manifest = Restore.read(login(server.owner()), file, progress);
                Files.delete(unfinished);
                return manifest;
            }
        } catch (IOException | RuntimeException e) {
            empty(data, there);
            throw e;
        }
    }

    /** Is there while a restore goes on, and after one that was killed. */
    private static Path unfinished(Path data) {
        return data.resolve("restore.unfinished");
    }

    /** @throws IOException if a restore into this directory was broken off: nothing of what it should bring is there */
    static void requireRestored(Path data) throws IOException {
        if (Files.exists(unfinished(data))) {
            throw new IOException("A restore into " + data
                    + " was broken off, so its database is empty. Remove the directory and restore again.");
        }
    }

    private static void requireEmpty(Path data) throws IOException {
        if (!Files.exists(data)) {
            return;
        }
        try (Stream<Path> entries = Files.list(data)) {
            Optional<Path> first = entries.findAny();
            if (first.isPresent()) {
                throw new BackupException("The data directory " + data + " isn't empty ("
                        + first.get().getFileName()
                        + " is in it); a backup is restored into an empty one only. Name another by --data.");
            }
        }
    }

    private static void empty(Path data, boolean keepItself) throws IOException {
        if (!Files.exists(data)) {
            return;
        }
        try (Stream<Path> all = Files.walk(data)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!path.equals(data) || !keepItself) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
