package dev.wellfield.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Properties;
import org.flywaydb.core.Flyway;

/** Brings a database to the schema of this version. Needs the owner's login. */
public final class Schema {
    /** The control plane's role. */
    public static final String APP = "wellfield_app";
    /** The gateways' role. */
    public static final String GATEWAY = "wellfield_gateway";

    private static final int MONTHS_AHEAD = 3;

    private Schema() {}

    /** Creates the roles with these passwords, or sets them, and migrates. Doing it again changes nothing. */
    public static void migrate(DatabaseLogin owner, String appPassword, String gatewayPassword) {
        role(owner, APP, appPassword);
        role(owner, GATEWAY, gatewayPassword);
        Flyway.configure()
                .dataSource(owner.url(), owner.user(), owner.password())
                .locations("classpath:db/migration")
                .validateMigrationNaming(true)
                .cleanDisabled(true)
                .load()
                .migrate();
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

    private static void role(DatabaseLogin owner, String role, String password) {
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement()) {
            boolean exists;
            try (var rows = statement.executeQuery("select 1 from pg_roles where rolname = '" + role + "'")) {
                exists = rows.next();
            }
            statement.execute((exists ? "alter" : "create") + " role " + role + " login password '"
                    + password.replace("'", "''") + "'");
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the database role " + role + " could not be prepared: " + e.getMessage(), e);
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
