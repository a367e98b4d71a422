package dev.wellfield.store;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;

/** Brings a database to the schema of this version. Needs the owner's login. */
public final class Schema {
    /** The control plane's role. */
    public static final String APP = "wellfield_app";
    /** The gateways' role. */
    public static final String GATEWAY = "wellfield_gateway";

    private static final int MONTHS_AHEAD = 3;
    private static final String MIGRATIONS = "db/migration";
    private static final Pattern MIGRATION = Pattern.compile("V([0-9]+)__.*\\.sql");

    private Schema() {}

    /** Creates the roles, for nobody to sign in as yet, and migrates. Doing it again changes nothing. */
    public static void migrate(DatabaseLogin owner) {
        migrate(owner, "latest");
    }

    /** The same up to a version: to bring back what was in a database of an earlier one. */
    public static void migrate(DatabaseLogin owner, String version) {
        execute(owner, createRole(APP), createRole(GATEWAY));
        Flyway.configure()
                .dataSource(owner.url(), owner.user(), owner.password())
                .locations("classpath:" + MIGRATIONS)
                .validateMigrationNaming(true)
                .target(version)
                .cleanDisabled(true)
                .load()
                .migrate();
    }

    /**
     * Lets somebody sign in as {@code role} with a new password. For a database that one server alone uses: where several
     * do, each would lock the others out.
     */
    public static DatabaseLogin newLogin(DatabaseLogin owner, String role, String password) {
        execute(owner, "alter role " + role + " login password '" + password.replace("'", "''") + "'");
        return new DatabaseLogin(owner.url(), role, password);
    }

    /** The migrations that this version knows, by their numbers. */
    public static List<String> versions() {
        try {
            Path place = Path.of(Schema.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isDirectory(place)) {
                return versions(place.resolve(MIGRATIONS));
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return versions(jar.getPath(MIGRATIONS));
            }
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the jar's migrations can't be listed: " + e.getMessage(), e);
        }
    }

    private static List<String> versions(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> MIGRATION.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> name.group(1))
                    .sorted()
                    .toList();
        }
    }

    private static String createRole(String role) {
        return """
                do $$ begin
                    create role %1$s;
                    execute format('grant %1$s to %%I', current_user);
                exception when duplicate_object then null;
                end $$""".formatted(role);
    }

    private static void execute(DatabaseLogin owner, String... statements) {
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database's roles could not be prepared: " + e.getMessage(), e);
        }
    }

    /** Makes the partitions from the month before {@code today} on. */
    public static void makePartitions(DatabaseLogin owner, LocalDate today) {
        try (Connection connection = connect(owner);
                var call = connection.prepareStatement("select make_partitions(?, ?)")) {
            call.setObject(1, today.minusMonths(1));
            call.setInt(2, MONTHS_AHEAD + 2);
            call.execute();
        } catch (SQLException e) {
            throw new IllegalStateException("partitions could not be made: " + e.getMessage(), e);
        }
    }

    private static Connection connect(DatabaseLogin login) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password());
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection(login.url(), properties);
    }
}
