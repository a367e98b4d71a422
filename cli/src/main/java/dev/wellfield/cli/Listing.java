package dev.wellfield.cli;

import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Csv;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Yaml;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints items of one kind in any format. */
final class Listing {
    private final Kind kind;
    private final Terminal terminal;

    Listing(Kind kind, Terminal terminal) {
        this.kind = kind;
        this.terminal = terminal;
    }

    /** A list. */
    void print(List<JsonNode> items, Format format) {
        switch (format) {
            case JSON -> terminal.line(Json.pretty(list(items)));
            case YAML -> terminal.piece(Yaml.write(list(items)));
            case TABLE, WIDE, CSV, NAME -> printRows(items, format);
        }
    }

    /** One item by itself. */
    void print(JsonNode item, Format format) {
        switch (format) {
            case JSON -> terminal.line(Json.pretty(item));
            case YAML -> terminal.piece(Yaml.write(item));
            case TABLE, WIDE, CSV, NAME -> printRows(List.of(item), format);
        }
    }

    private static JsonNode list(List<JsonNode> items) {
        JsonNode array = Json.array().addAll(items);
        return Json.object().set("items", array);
    }

    private void printRows(List<JsonNode> items, Format format) {
        switch (format) {
            case TABLE -> table(items, false);
            case WIDE -> table(items, true);
            case CSV -> csv(items);
            case NAME -> items.forEach(it -> terminal.line(kind.path().apply(it)));
            case JSON, YAML -> throw new IllegalArgumentException(format + " has no rows");
        }
    }

    private void table(List<JsonNode> items, boolean wide) {
        if (items.isEmpty()) {
            terminal.note("No " + kind.word() + ".");
            return;
        }
        List<JsonNode> rows =
                items.stream().flatMap(it -> kind.rows().apply(it).stream()).toList();
        List<Kind.Column> columns = kind.columns().stream()
                .filter(it -> !it.wide() || (wide && says(it, rows)))
                .toList();
        Table table = Table.of(columns.stream().map(Kind.Column::heading).toArray(String[]::new));
        for (JsonNode row : rows) {
            List<Cell> cells = new ArrayList<>();
            columns.forEach(it -> cells.add(it.extract().of(row, terminal.now())));
            table.row(cells);
        }
        terminal.print(table);
    }

    /** Whether any row has something in the column. */
    private boolean says(Kind.Column column, List<JsonNode> rows) {
        return rows.stream()
                .anyMatch(it -> !column.extract().of(it, terminal.now()).text().isEmpty());
    }

    private void csv(List<JsonNode> items) {
        if (terminal.headings()) {
            terminal.line(Csv.line(kind.fields().stream().map(Kind.Field::name).toList()));
        }
        for (JsonNode item : items) {
            for (JsonNode each : kind.records().apply(item)) {
                terminal.line(Csv.line(
                        kind.fields().stream().map(it -> it.value().apply(each)).toList()));
            }
        }
    }
}
