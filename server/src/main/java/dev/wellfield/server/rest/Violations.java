package dev.wellfield.server.rest;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns the validator's errors into violations that people can act on: one for each place, with what the schema there
 * would take.
 */
final class Violations {
    private final ObjectNode definitions;
    private final Expected expected;

    Violations(ObjectNode definitions, Expected expected) {
        this.definitions = definitions;
        this.expected = expected;
    }

    List<FieldError> of(String prefix, List<Error> errors, JsonNode root) {
        Map<String, FieldError> byPointer = new LinkedHashMap<>();
        for (Error error : errors) {
            FieldError violation = violation(prefix, error);
            byPointer.putIfAbsent(violation.pointer(), violation);
        }
        return byPointer.values().stream().limit(Schemas.MAX_TOLD).toList();
    }

    private FieldError violation(String prefix, Error error) {
        String pointer = prefix + Pointers.of(error.getInstanceLocation());
        JsonNode value = error.getInstanceNode();
        JsonNode schema = schemaOf(error);
        String property = Objects.requireNonNullElse(error.getProperty(), "");
        return switch (error.getKeyword()) {
            case "required" ->
                FieldError.missing(
                        Pointers.append(pointer, property),
                        expected.property(schema, value, property) + "; it is required");
            case "additionalProperties" ->
                FieldError.of(
                        Pointers.append(pointer, property),
                        value.get(property),
                        "no field of this name; " + expected.known(schema, property));
            case "propertyNames" ->
                FieldError.of(
                        Pointers.append(pointer, property),
                        value.get(property),
                        "a name of " + expected.of(schema.path("propertyNames")));
            case "uniqueItems" -> FieldError.of(pointer, value, "a list in which nothing is there twice");
            default -> FieldError.of(pointer, value, expected.of(schema));
        };
    }

    /** The schema whose keyword has failed. */
    private JsonNode schemaOf(Error error) {
        NodePath path = error.getSchemaLocation().getFragment();
        JsonNode node = definitions;
        // the first element is $defs, the last one the keyword
        for (int i = 1; i < path.getNameCount() - 1; i++) {
            String element = path.getElement(i).toString();
            node = node.isArray() ? node.path(Integer.parseInt(element)) : node.path(element);
        }
        return node;
    }
}
