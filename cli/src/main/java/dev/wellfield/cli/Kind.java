package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A kind of thing that {@code get} lists.
 *
 * @param word what people type, plural
 * @param scope where its list is
 * @param path the name of an item as other commands take it, e.g. {@code training/ft-1}
 * @param columns for people
 * @param fields for CSV: stable
 */
record Kind(String word, Scope scope, Function<JsonNode, String> path, List<Column> columns, List<Field> fields) {
    Kind {
        columns = List.copyOf(columns);
        fields = List.copyOf(fields);
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

    /** A value of the document, as it is there. */
    record Field(String name, String pointer) {}

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

    /** Fields from {@code name=pointer}. */
    static List<Field> fields(String... texts) {
        return Arrays.stream(texts)
                .map(it -> new Field(it.substring(0, it.indexOf('=')), it.substring(it.indexOf('=') + 1)))
                .toList();
    }

    /** {@code tenant/name} where there is a tenant, else the name. */
    static String metadataPath(JsonNode item) {
        @Nullable String tenant = Json.textOrNull(item, "/metadata/tenant");
        String name = Json.text(item, "/metadata/name");
        return tenant == null ? name : tenant + "/" + name;
    }
}
