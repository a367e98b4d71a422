package dev.wellfield.server.rest;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * One violation: where, what was given, what would be right. What it shows of the value is safe to send back: short, and
 * nothing of a field that holds a secret.
 *
 * @param pointer a JSON pointer into the body, or {@code query/NAME}, {@code path/NAME}, {@code header/NAME}
 * @param value what was given; empty where it is missing or may not be shown
 * @param expected what would be right, e.g. "an integer from 1 to 512"
 */
public record FieldError(String pointer, Optional<JsonNode> value, String expected) {
    public FieldError {
        value = value.flatMap(it -> Shown.of(pointer, it));
    }

    public static FieldError of(String pointer, @Nullable JsonNode value, String expected) {
        return new FieldError(pointer, Optional.ofNullable(value), expected);
    }

    /** With the value as people read it. */
    public static FieldError of(String pointer, String value, String expected) {
        return of(pointer, StringNode.valueOf(value), expected);
    }

    /** Of something that isn't there. */
    public static FieldError missing(String pointer, String expected) {
        return new FieldError(pointer, Optional.empty(), expected);
    }
}
