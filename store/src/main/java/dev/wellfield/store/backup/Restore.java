package dev.wellfield.store.backup;

import dev.wellfield.store.DatabaseLogin;
import dev.wellfield.store.Schema;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.postgresql.PGConnection;

/** Brings a backup into an empty database, all of it or nothing. */
public final class Restore {
    private Restore() {}

    /**
     * Reads the whole file, whether it is one that can be restored, and touches nothing else.
     *
     * @throws BackupException if it isn't: no backup, cut off, damaged, or of a newer version
     */
    public static Manifest check(Path file) throws IOException {
        BackupReader.verify(file);
        try (BackupReader reader = BackupReader.begin(file)) {
            Manifest manifest = manifest(reader);
            List<String> unknown = manifest.unknown(Schema.versions());
            if (!unknown.isEmpty()) {
                throw new BackupException(
                        file + " was made by Wellfield " + manifest.version() + ", whose database has what this version"
                                + " doesn't know (schema " + String.join(", ", unknown)
                                + "); restore it with that version or a newer one.");
            }
            return manifest;
        }
    }

    private static Manifest manifest(BackupReader reader) throws IOException {
        if (reader.next() != Frame.MANIFEST) {
            throw new BackupException("The backup doesn't begin with its first page.");
        }
        return reader.manifest();
    }

    /**
     * What ran when it was taken counts as ended at that instant: nobody has seen any of it since.
     *
     * @param owner of a database in which there is nothing yet
     * @throws BackupException if it can't be done; the database holds nothing then, but perhaps an empty schema
     */
    public static Manifest read(DatabaseLogin owner, Path file, Progress progress) throws IOException {
        Manifest manifest = check(file);
        try (Connection connection = Sql.connect(owner)) {
            requireEmpty(connection, owner);
        } catch (SQLException e) {
            throw new BackupException("The database can't be reached: " + e.getMessage(), e);
        }
        // As it was: what later versions keep besides is made of it by their migrations.
        Schema.migrate(owner, manifest.newest());
        try (BackupReader reader = BackupReader.begin(file);
                Connection connection = Sql.connect(owner)) {
            connection.setAutoCommit(false);
            load(reader, connection, progress);
            connection.commit();
        } catch (SQLException e) {
            throw new BackupException("The backup can't be restored: " + e.getMessage(), e);
        }
        Schema.migrate(owner);
        return manifest;
    }

    private static void requireEmpty(Connection connection, DatabaseLogin owner) throws SQLException {
        if (Sql.migrations(connection).isEmpty()) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select exists (select from event)"
                        + " or exists (select from principal) or exists (select from tenant)")) {
            rows.next();
            if (rows.getBoolean(1)) {
                throw new BackupException("The database at " + owner.url()
                        + " isn't empty; a backup is restored into an empty one only. Make another (create database …)"
                        + " and name it by --database-url.");
            }
        }
    }

    private static void load(BackupReader reader, Connection connection, Progress progress)
            throws IOException, SQLException {
        Manifest manifest = manifest(reader);
        requireSchema(connection, manifest);
        List<Table> tables = Sql.tables(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("select make_partitions('" + manifest.firstMonth() + "', " + manifest.months() + ")");
            for (Table table : tables.reversed()) {
                // Some begin with a row of their own; and what follows from other rows is in the backup too.
                statement.execute("delete from " + table.name());
                statement.execute("alter table " + table.name() + " disable trigger user");
            }
        }
        long bytes = 0;
        Frame frame = reader.next();
        while (frame != Frame.END) {
            if (frame != Frame.TABLE) {
                throw new BackupException("The backup has a " + frame + " where a table should begin.");
            }
            bytes = copy(reader, reader.table(), connection, progress, bytes);
            frame = reader.next();
        }
        try (Statement statement = connection.createStatement()) {
            // Foreign keys are checked before, as tables can't be changed while checks wait.
            statement.execute("set constraints all immediate");
            for (Table table : tables) {
                statement.execute("alter table " + table.name() + " enable trigger user");
            }
        }
        afterwards(connection, manifest);
    }

    private static void requireSchema(Connection connection, Manifest manifest) throws SQLException {
        for (String version : Sql.migrations(connection)) {
            if (Integer.parseInt(version) > Integer.parseInt(manifest.newest())) {
                throw new BackupException("The database is at a newer schema (" + version + ") than the backup ("
                        + manifest.newest() + "); restore into a database in which there is nothing at all.");
            }
        }
    }

    private static long copy(
            BackupReader reader, Table table, Connection connection, Progress progress, long bytesBefore)
            throws IOException, SQLException {
        long[] bytes = {bytesBefore};
        progress.at(table.name(), bytesBefore);
        BackupReader.Rows rows = reader.new Rows();
        var counted = new FilterInputStream(rows) {
            @Override
            public int read(byte[] into, int from, int most) throws IOException {
                int read = in.read(into, from, most);
                bytes[0] += Math.max(0, read);
                progress.at(table.name(), bytes[0]);
                return read;
            }
        };
        long count = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("copy " + table.name() + " (" + table.columnList() + ") from stdin", counted);
        if (count != rows.count()) {
            throw new BackupException("Of " + rows.count() + " rows of " + table.name() + ", " + count + " came back.");
        }
        return bytes[0];
    }

    /** What is true of a database that has only just begun to live, and what nobody has seen to its end. */
    private static void afterwards(Connection connection, Manifest manifest) throws SQLException {
        Sql.continueNumbers(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("update leader set holder = 'nobody', expires_at = '-infinity'");
            // Gateways that knew the other database see that this is a later state.
            statement.execute("update gateway_revision set revision = revision + 1");
        }
        Lost.end(connection, manifest.takenAt());
    }
}
