package dev.wellfield.server.rest;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A parameter of an operation.
 *
 * @param schema the key of its schema in {@link Schemas}
 * @param type what its text is read as
 * @param separated whether a list comes as one comma-separated value instead of a repeated parameter
 */
record Parameter(
        String name,
        Place place,
        boolean required,
        String schema,
        Type type,
        boolean separated,
        Optional<JsonNode> defaultValue) {
    enum Place {
        PATH,
        QUERY,
        HEADER
    }

    enum Type {
        TEXT,
        INTEGER,
        FLAG,
        LIST
    }

    /** Where a violation is reported. */
    String pointer() {
        return switch (place) {
            case PATH -> "path/" + name;
            case QUERY -> "query/" + name;
            case HEADER -> "header/" + name;
        };
    }
}
