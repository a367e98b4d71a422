package dev.wellfield.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The installation's database, seen as its owner: for what no user could do. */
final class Postgres {
    private Postgres() {}

    /** How to sign in to another database of the same server, as WELLFIELD_DATABASE_… says it. */
    static Map<String, String> surroundings(Installation installation, String database) throws IOException {
        Path postgres = installation.data().resolve("postgres");
        String port = Files.readAllLines(postgres.resolve("cluster").resolve("postmaster.pid"))
                .get(3);
        return Map.of(
                "WELLFIELD_DATABASE_URL",
                "jdbc:postgresql://127.0.0.1:" + port + "/" + database,
                "WELLFIELD_DATABASE_USER",
                "wellfield",
                "WELLFIELD_DATABASE_PASSWORD",
                Files.readString(postgres.resolve("password")).trim());
    }

    /** The database server and all its children. */
    static List<ProcessHandle> processes(Installation installation) throws IOException {
        ProcessHandle server = ProcessHandle.of(pid(installation)).orElseThrow();
        return Stream.concat(Stream.of(server), server.descendants()).toList();
    }

    /** Any statement. */
    static void execute(Installation installation, String sql) throws IOException, SQLException {
        try (Connection connection = connect(installation);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection connect(Installation installation) throws IOException, SQLException {
        Path postgres = installation.data().resolve("postgres");
        String password = Files.readString(postgres.resolve("password")).trim();
        String port = Files.readAllLines(postgres.resolve("cluster").resolve("postmaster.pid"))
                .get(3);
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/wellfield", "wellfield", password);
    }

    /** The process id of the database server. */
    static long pid(Installation installation) throws IOException {
        List<String> lines = Files.readAllLines(
                installation.data().resolve("postgres").resolve("cluster").resolve("postmaster.pid"));
        return Long.parseLong(lines.getFirst());
    }

    /** Loses facts, as no part of Wellfield can. */
    static void drop(Installation installation, String condition) throws IOException, SQLException {
        try (Connection connection = connect(installation);
                Statement statement = connection.createStatement()) {
            int gone = statement.executeUpdate("delete from token_fact where " + condition);
            if (gone != 1) {
                throw new AssertionError(gone + " facts where " + condition);
            }
        }
    }

    /** One number. */
    static long count(Installation installation, String sql) throws IOException, SQLException {
        try (Connection connection = connect(installation);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
