package dev.wellfield.server.rest;

import dev.wellfield.core.scheduling.Violation;
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
 * @param code for programs, where they need to tell it from a plain mistake
 */
public record FieldError(String pointer, Optional<JsonNode> value, String expected, Optional<String> code) {
    /** The quota forbids it. */
    static final String OVER_QUOTA = "OVER_QUOTA";

    public FieldError {
        value = value.flatMap(it -> Shown.of(pointer, it));
    }

    public static FieldError of(String pointer, @Nullable JsonNode value, String expected) {
        return new FieldError(pointer, Optional.ofNullable(value), expected, Optional.empty());
    }

    /** What the rules of scheduling found wrong. */
    public static FieldError of(Violation violation) {
        return new FieldError(
                violation.pointer(),
                Optional.of(StringNode.valueOf(violation.value())),
                violation.expected(),
                violation.overQuota() ? Optional.of(OVER_QUOTA) : Optional.empty());
    }

    /** With the value as people read it. */
    public static FieldError of(String pointer, String value, String expected) {
        return of(pointer, StringNode.valueOf(value), expected);
    }

    /** Of something that isn't there. */
    public static FieldError missing(String pointer, String expected) {
        return new FieldError(pointer, Optional.empty(), expected, Optional.empty());
    }
}
