package dev.wellfield.cli;

import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.show.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One document of a file, with where it was read from.
 *
 * @param source the file's name as it was given; {@code stdin} for standard input
 * @param number its place in the file, from 1
 * @param lines the line of each value, by its JSON pointer
 */
record Document(String source, int number, JsonNode json, Map<String, Integer> lines) {
    Document {
        lines = Map.copyOf(lines);
    }

    /** Kind and name, e.g. {@code Quota training/a100}. */
    String what() {
        String kind = Json.text(json, "/kind");
        String path = Kind.metadataPath(json);
        return (kind.isEmpty() ? "without a kind" : kind) + (path.isEmpty() ? "" : " " + path);
    }

    /** A field of it as its writer finds it: file, line, document, field. */
    String field(String pointer) {
        String place = source + ":" + line(pointer) + " (document " + number + ", " + what() + ")";
        return pointer.isEmpty() ? place : place + " " + FieldNames.dotted(pointer);
    }

    /** The line of a value, or of the nearest one around it where it isn't there. */
    private int line(String pointer) {
        String at = pointer;
        while (!lines.containsKey(at) && at.lastIndexOf('/') >= 0) {
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return lines.getOrDefault(at, 1);
    }
}
