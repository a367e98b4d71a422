package dev.wellfield.store.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The embedded server for tests, one for each JVM, with the product's own settings: started by the first test that asks,
 * stopped and removed when the JVM ends. What a killed test run left behind is removed by the next. Any thread may call.
 */
public final class TestPostgres {
    static final String PREFIX = "wellfield-test-postgres-";
    /** No test takes as long, so what is older and locked by nobody was left behind. */
    private static final Duration ABANDONED_AFTER = Duration.ofMinutes(20);

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestPostgres() {}

    /** A new, empty database, as its owner, who is a superuser. */
    public static DatabaseAccess freshDatabase() {
        return databaseFrom("template0");
    }

    /** A new database with all that {@code template} holds; nobody may be connected to that one. */
    public static DatabaseAccess copyOf(DatabaseAccess template) {
        String url = template.jdbcUrl();
        return databaseFrom(url.substring(url.lastIndexOf('/') + 1, url.indexOf('?')));
    }

    /** The server itself, for tests that stop or break it; they have to leave it running. */
    public static EmbeddedPostgres server() {
        return Holder.SERVER;
    }

    private static DatabaseAccess databaseFrom(String template) {
        String name = "test_" + DATABASES.incrementAndGet();
        DatabaseAccess owner = server().owner();
        try (Connection connection = DriverManager.getConnection(owner.jdbcUrl(), owner.user(), owner.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, template));
        } catch (SQLException e) {
            throw new IllegalStateException("database %s can't be made from %s".formatted(name, template), e);
        }
        return server().owner(name);
    }

    /** Started when the first test touches it. */
    private static final class Holder {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                removeAbandoned();
                Path folder = Files.createTempDirectory(PREFIX);
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
                DataDirectoryLock lock = DataDirectoryLock.acquire(folder);
                EmbeddedPostgres server =
                        EmbeddedPostgres.start(lock, PostgresSettings.defaults(), PostgresListener.none());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, lock)));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void end(EmbeddedPostgres server, DataDirectoryLock lock) {
            server.stop();
            remove(lock);
        }

        private static void remove(DataDirectoryLock lock) {
            try {
                Folders.remove(lock.dataDirectory());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                lock.close();
            }
        }

        private static void removeAbandoned() throws IOException {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
                for (Path folder : folders) {
                    Instant changed = Files.getLastModifiedTime(folder).toInstant();
                    if (changed.isBefore(Instant.now().minus(ABANDONED_AFTER))) {
                        removeIfAbandoned(folder);
                    }
                }
            }
        }

        private static void removeIfAbandoned(Path folder) {
            DataDirectoryLock lock;
            try {
                lock = DataDirectoryLock.acquire(folder);
            } catch (EmbeddedPostgresException e) {
                // Another run's, which is going on, or another user's.
                return;
            }
            EmbeddedPostgres.endAbandoned(lock, PostgresSettings.defaults());
            remove(lock);
        }
    }
}
