package dev.wellfield.store.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;

/** Finds out by a real connection whether the server of our data answers on a port. */
record Probe(Path cluster, Password password) {
    /** The database that every server has. */
    private static final String MAINTENANCE = "postgres";

    /** What came of an attempt. */
    sealed interface Answer {
        /** It is ours and answers; {@code hasDatabase} tells whether Wellfield's own database exists in it. */
        record Ready(boolean hasDatabase) implements Answer {}

        /** It is there but does not take connections at this moment. */
        record NotYet(String reason) implements Answer {}

        /** It is there and will never let us in. */
        record Rejected(String reason) implements Answer {}
    }

    /** Waits at most {@code limit} for the server to say something. */
    Answer ask(int port, Duration limit) {
        try (Connection connection = connect(port, limit);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT current_setting('data_directory'), EXISTS (SELECT FROM pg_database WHERE datname = '"
                                + EmbeddedPostgres.DATABASE + "')")) {
            row.next();
            String served = row.getString(1);
            return served.equals(cluster.toString())
                    ? new Answer.Ready(row.getBoolean(2))
                    : new Answer.NotYet("it serves the data in " + served);
        } catch (SQLException e) {
            String state = String.valueOf(e.getSQLState());
            // Class 28: the server knows us and says no.
            return state.startsWith("28")
                    ? new Answer.Rejected(String.valueOf(e.getMessage()))
                    : new Answer.NotYet(e.getMessage() + " (" + state + ")");
        }
    }

    void createDatabase(int port, Duration limit) throws SQLException {
        try (Connection connection = connect(port, limit);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + EmbeddedPostgres.DATABASE);
        }
    }

    private Connection connect(int port, Duration limit) throws SQLException {
        DatabaseAccess access = DatabaseAccess.onLoopback(port, MAINTENANCE, NewCluster.OWNER, password.secret());
        String seconds = Long.toString(Math.max(1, limit.toSeconds()));
        Properties properties = new Properties();
        properties.setProperty("user", access.user());
        properties.setProperty("password", access.password());
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("socketTimeout", seconds);
        return DriverManager.getConnection(access.jdbcUrl(), properties);
    }
}
