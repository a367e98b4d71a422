package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A kind of thing that {@code get} lists.
 *
 * @param word what people type, plural
 * @param scope where its list is
 * @param path the name of an item as other commands take it, e.g. {@code training/ft-1}
 * @param columns for people
 * @param fields for CSV: stable
 * @param rows what a table for people has of an item; the item itself, unless it is made of several
 * @param records what CSV has of an item
 */
record Kind(
        String word,
        Scope scope,
        Function<JsonNode, String> path,
        List<Column> columns,
        List<Field> fields,
        Function<JsonNode, List<JsonNode>> rows,
        Function<JsonNode, List<JsonNode>> records) {
    Kind {
        columns = List.copyOf(columns);
        fields = List.copyOf(fields);
    }

    /** A kind whose items are a row each. */
    Kind(String word, Scope scope, Function<JsonNode, String> path, List<Column> columns, List<Field> fields) {
        this(word, scope, path, columns, fields, List::of, List::of);
    }

    /** The same with several records of an item in CSV. */
    Kind withRecords(Function<JsonNode, List<JsonNode>> records) {
        return new Kind(word, scope, path, columns, fields, rows, records);
    }

    /** The same with several rows of an item, in tables and in CSV. */
    Kind withRows(Function<JsonNode, List<JsonNode>> rows) {
        return new Kind(word, scope, path, columns, fields, rows, rows);
    }

    Kind in(Scope scope) {
        return new Kind(word, scope, path, columns, fields, rows, records);
    }

    /** Where a list is, and how it is asked for. */
    sealed interface Scope {
        /** One list, of all that the caller may see; in pages if it can be long. */
        record Everywhere(ApiPath path, boolean pages) implements Scope {}

        /** A list in each tenant; {@code last} is the end of its path. */
        record EachTenant(String last) implements Scope {}
    }

    /** Makes a cell of an item. */
    @FunctionalInterface
    interface Extract {
        Cell of(JsonNode item, Instant now);
    }

    /** @param wide shown only where width doesn't matter */
    record Column(String heading, boolean wide, Extract extract) {}

    /** A value of the document, as programs read it. */
    record Field(String name, Function<JsonNode, String> value) {}

    static Column column(String heading, Extract extract) {
        return new Column(heading, false, extract);
    }

    /** A column of the text at a JSON pointer. */
    static Column column(String heading, String pointer) {
        return new Column(heading, false, (item, now) -> Cell.of(Json.text(item, pointer)));
    }

    static Column wide(String heading, Extract extract) {
        return new Column(heading, true, extract);
    }

    static Column wide(String heading, String pointer) {
        return new Column(heading, true, (item, now) -> Cell.of(Json.text(item, pointer)));
    }

    /** Fields from {@code name=pointer}: the value as it is there, the values of a list with blanks between them. */
    static List<Field> fields(String... texts) {
        return Arrays.stream(texts).map(Kind::field).toList();
    }

    private static Field field(String text) {
        String pointer = text.substring(text.indexOf('=') + 1);
        return new Field(text.substring(0, text.indexOf('=')), item -> words(item.at(pointer), " "));
    }

    /** The first fields and one more. */
    static List<Field> and(List<Field> fields, String name, Function<JsonNode, String> value) {
        return Stream.concat(fields.stream(), Stream.of(new Field(name, value))).toList();
    }

    /** The values of a list in one text; of anything else the value. */
    static String words(JsonNode value, String between) {
        if (!value.isArray()) {
            return Json.show(value);
        }
        return StreamSupport.stream(value.spliterator(), false).map(Json::show).collect(Collectors.joining(between));
    }

    /** One document for each element of a list, with the elements' fields beside some of the item's. */
    static List<JsonNode> spread(JsonNode item, JsonNode list, Map<String, String> own) {
        List<JsonNode> spread = new ArrayList<>();
        for (JsonNode element : list) {
            ObjectNode row = Json.object();
            own.forEach((name, pointer) -> {
                if (!item.at(pointer).isMissingNode()) {
                    row.set(name, item.at(pointer));
                }
            });
            element.properties().forEach(it -> row.set(it.getKey(), it.getValue()));
            spread.add(row);
        }
        return spread;
    }

    /** {@code tenant/name} where there is a tenant, else the name. */
    static String metadataPath(JsonNode item) {
        @Nullable String tenant = Json.textOrNull(item, "/metadata/tenant");
        String name = Json.text(item, "/metadata/name");
        return tenant == null ? name : tenant + "/" + name;
    }
}
