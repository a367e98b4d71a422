package dev.wellfield.store;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * A column of many rows, sent as one array: a statement of its own for each row takes many times as long.
 *
 * @param type of the elements, as PostgreSQL calls it
 */
record Column<T>(String name, String type, Function<T, @Nullable Object> value) {
    /** Inserts the rows of {@link #bind}, by the columns' names. */
    static <T> String insert(String table, List<Column<T>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", ", "insert into " + table + " (", ") "))
                + columns.stream()
                        .map(column -> "cast(:" + column.name() + " as " + column.type() + "[])")
                        .collect(Collectors.joining(", ", "select * from unnest(", ") "));
    }

    static <T> void bind(Update update, List<Column<T>> columns, List<T> rows) {
        columns.forEach(column -> update.bind(column.name(), column.of(rows)));
    }

    private Argument of(List<T> rows) {
        return array(type, rows.stream().map(value).toArray());
    }

    /** An array as one argument. */
    static Argument array(String type, Object[] values) {
        return (position, statement, context) ->
                statement.setArray(position, statement.getConnection().createArrayOf(type, values));
    }
}
