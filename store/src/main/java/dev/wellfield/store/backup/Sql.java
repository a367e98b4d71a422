package dev.wellfield.store.backup;

import dev.wellfield.store.DatabaseLogin;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** What writing and restoring ask of the database's catalogue. */
final class Sql {
    private static final String HISTORY = "flyway_schema_history";

    private Sql() {}

    /** Without a limit on how long a statement takes: a large table takes its time. */
    static Connection connect(DatabaseLogin login) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password());
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("ApplicationName", "wellfield-backup");
        return DriverManager.getConnection(login.url(), properties);
    }

    /** The versions of all migrations that were applied; none where nothing has ever been. */
    static List<String> migrations(Connection connection) throws SQLException {
        List<String> versions = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("select to_regclass('" + HISTORY + "') is not null")) {
                rows.next();
                if (!rows.getBoolean(1)) {
                    return versions;
                }
            }
            try (ResultSet rows = statement.executeQuery("select version from " + HISTORY
                    + " where success and version is not null order by installed_rank")) {
                while (rows.next()) {
                    versions.add(rows.getString(1));
                }
            }
        }
        return versions;
    }

    /** All tables but the migrations' own, each after those that it refers to. */
    static List<Table> tables(Connection connection) throws SQLException {
        Map<String, List<String>> columns = columns(connection);
        Map<String, Set<String>> needs = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select one.relname, other.relname from pg_constraint c
                        join pg_class one on one.oid = c.conrelid join pg_class other on other.oid = c.confrelid
                        where c.contype = 'f' and one.relnamespace = current_schema()::regnamespace""")) {
            while (rows.next()) {
                needs.computeIfAbsent(rows.getString(1), it -> new TreeSet<>()).add(rows.getString(2));
            }
        }
        Map<String, Table> ordered = new LinkedHashMap<>();
        columns.keySet().forEach(name -> put(name, columns, needs, ordered));
        return List.copyOf(ordered.values());
    }

    private static void put(
            String name,
            Map<String, List<String>> columns,
            Map<String, Set<String>> needs,
            Map<String, Table> ordered) {
        if (ordered.containsKey(name) || !columns.containsKey(name)) {
            return;
        }
        needs.getOrDefault(name, Set.of()).stream()
                .filter(it -> !it.equals(name))
                .forEach(it -> put(it, columns, needs, ordered));
        ordered.put(name, new Table(name, columns.get(name)));
    }

    private static Map<String, List<String>> columns(Connection connection) throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select c.relname, a.attname from pg_class c
                        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                             and a.attgenerated = ''
                        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
                          and not c.relispartition and c.relname <> '%s'
                        order by c.relname, a.attnum""".formatted(HISTORY))) {
            while (rows.next()) {
                columns.computeIfAbsent(rows.getString(1), it -> new ArrayList<>())
                        .add(rows.getString(2));
            }
        }
        return columns;
    }

    /** Numbers that the database gives go on after the highest that is there. */
    static void continueNumbers(Connection connection) throws SQLException {
        List<String> statements = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select format('select setval(pg_get_serial_sequence(%L, %L), max(%I)) from %I having max(%I) > 0',
                                      c.relname, a.attname, a.attname, c.relname, a.attname)
                        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
                        where c.relnamespace = current_schema()::regnamespace and not c.relispartition""")) {
            while (rows.next()) {
                statements.add(rows.getString(1));
            }
        }
        for (String sql : statements) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.execute();
            }
        }
    }
}
