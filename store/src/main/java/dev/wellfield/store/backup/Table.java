package dev.wellfield.store.backup;

import dev.wellfield.store.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * A table's columns, as far as a backup has them.
 *
 * @param name plain, as all of ours are: what comes from a file becomes part of a statement
 */
record Table(String name, List<String> columns) {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    Table {
        columns = List.copyOf(columns);
        plain(name);
        columns.forEach(Table::plain);
    }

    private static void plain(String name) {
        if (!PLAIN.matcher(name).matches()) {
            throw new BackupException("The backup names something that no table has: " + name + ".");
        }
    }

    /** Separated by commas, for statements. */
    String columnList() {
        return columns.stream().map(it -> '"' + it + '"').collect(Collectors.joining(", "));
    }

    String write() {
        ObjectNode json = Json.object().put("table", name);
        columns.forEach(json.putArray("columns")::add);
        return Json.write(json);
    }

    static Table read(String text) {
        var json = Json.parse(text);
        List<String> columns = new ArrayList<>();
        json.path("columns").forEach(it -> columns.add(it.asString()));
        return new Table(json.path("table").asString(""), columns);
    }
}
