package dev.wellfield.store.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Single statements on connections of their own. */
final class Sql {
    private Sql() {}

    static void execute(DatabaseAccess access, String sql) throws SQLException {
        try (Connection connection = connect(access);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of all rows. */
    static List<String> column(DatabaseAccess access, String sql) throws SQLException {
        try (Connection connection = connect(access);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(String.valueOf(rows.getString(1)));
            }
            return values;
        }
    }

    static String value(DatabaseAccess access, String sql) throws SQLException {
        return column(access, sql).getFirst();
    }

    static Connection connect(DatabaseAccess access) throws SQLException {
        return DriverManager.getConnection(access.jdbcUrl(), access.user(), access.password());
    }
}
