package dev.wellfield.cli.client;

import org.jspecify.annotations.Nullable;

/**
 * One value that is wrong.
 *
 * @param field where, as its writer knows it: an option, or a path such as {@code spec.cards}
 * @param value what was given, as text; null where nothing was, or where it may not be shown
 * @param expected what would be right
 */
public record Violation(String field, @Nullable String value, String expected) {
    /** As {@code field: got VALUE, expected …}. */
    public String sentence() {
        String got = value == null ? "" : "got " + value + ", ";
        return (field.isEmpty() ? "" : field + ": ") + got + "expected " + expected;
    }
}
