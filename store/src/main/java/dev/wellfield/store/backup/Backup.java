package dev.wellfield.store.backup;

import dev.wellfield.store.DatabaseLogin;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** Writes everything that is in a database to a file, as it is at one instant; others go on working meanwhile. */
public final class Backup {
    /** Whose rows know the transaction that wrote them, a number that means nothing in another database. */
    private static final String TRANSACTION = "tx";

    private Backup() {}

    /**
     * @param owner who may read every table
     * @param version of this Wellfield
     * @throws BackupException if it can't be done; there is no file then
     */
    public static Manifest write(DatabaseLogin owner, String version, Path file, Progress progress) throws IOException {
        try (BackupWriter writer = BackupWriter.create(file);
                Connection connection = Sql.connect(owner)) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setReadOnly(true);
            Manifest manifest = manifest(connection, version);
            writer.manifest(manifest);
            Copying copying = new Copying(connection, writer, progress);
            for (Table table : Sql.tables(connection)) {
                copying.copy(table);
            }
            connection.rollback();
            writer.finish();
            return manifest;
        } catch (SQLException e) {
            throw new BackupException("The database can't be read: " + e.getMessage(), e);
        }
    }

    private static Manifest manifest(Connection connection, String version) throws SQLException {
        List<LocalDate> months = new ArrayList<>();
        Instant now;
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("select clock_timestamp()")) {
                rows.next();
                now = rows.getObject(1, OffsetDateTime.class).toInstant();
            }
            try (ResultSet rows = statement.executeQuery("""
                    select distinct to_date(right(relname, 6), 'YYYYMM') from pg_class
                    where relispartition and relkind = 'r' and relname ~ '_[0-9]{6}$'
                      and relnamespace = current_schema()::regnamespace order by 1""")) {
                while (rows.next()) {
                    months.add(rows.getObject(1, LocalDate.class));
                }
            }
        }
        if (months.isEmpty()) {
            throw new BackupException("This database has no partitions: it is none that Wellfield has used.");
        }
        LocalDate first = months.getFirst();
        int count = (int) ChronoUnit.MONTHS.between(first, months.getLast()) + 1;
        return new Manifest(version, now, Sql.migrations(connection), first, count);
    }

    /** The rows of one table after the other. */
    private static final class Copying {
        private final Connection connection;
        private final BackupWriter writer;
        private final Progress progress;
        private long bytes;

        Copying(Connection connection, BackupWriter writer, Progress progress) {
            this.connection = connection;
            this.writer = writer;
            this.progress = progress;
        }

        /**
         * Of rows that know their transaction, those that a reader has passed keep being passed: they become those of the
         * first of all transactions. The others get the one that restores them, and are read then.
         */
        void copy(Table table) throws SQLException, IOException {
            if (table.name().equals("metering_cursor")) {
                copy(table, "select name, '0'::xid8 as tx from metering_cursor");
                return;
            }
            if (!table.columns().contains(TRANSACTION)) {
                copy(table, "select " + table.columnList() + " from " + table.name());
                return;
            }
            Table others = new Table(
                    table.name(),
                    table.columns().stream()
                            .filter(it -> !it.equals(TRANSACTION))
                            .toList());
            List<String> columns = new ArrayList<>(others.columns());
            columns.add(TRANSACTION);
            String select = "select " + others.columnList();
            String from = " from " + table.name();
            if (table.name().equals("usage_record")) {
                String read = " (select tx from metering_cursor where name = 'usage_record')";
                copy(new Table(table.name(), columns), select + ", '0'::xid8" + from + " where tx <=" + read);
                copy(others, select + from + " where tx >" + read);
            } else {
                copy(new Table(table.name(), columns), select + ", '0'::xid8" + from);
            }
        }

        private void copy(Table table, String query) throws SQLException, IOException {
            writer.table(table);
            progress.at(table.name(), bytes);
            OutputStream rows = writer.rows();
            long count = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyOut("copy (" + query + ") to stdout", new Counted(rows, table.name()));
            rows.flush();
            writer.tableEnd(count);
        }

        /** Says how far it is. */
        private final class Counted extends OutputStream {
            private final OutputStream rows;
            private final String table;

            Counted(OutputStream rows, String table) {
                this.rows = rows;
                this.table = table;
            }

            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                rows.write(from, offset, length);
                bytes += length;
                progress.at(table, bytes);
            }
        }
    }
}
