package dev.wellfield.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads columns as the types that we use. */
final class Rows {
    private Rows() {}

    static Instant instant(ResultSet rows, String column) throws SQLException {
        return rows.getTimestamp(column).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet rows, String column) throws SQLException {
        Timestamp value = rows.getTimestamp(column);
        return value == null ? null : value.toInstant();
    }

    static UUID uuid(ResultSet rows, String column) throws SQLException {
        return rows.getObject(column, UUID.class);
    }

    static JsonNode json(ResultSet rows, String column) throws SQLException {
        return Json.parse(rows.getString(column));
    }
}
