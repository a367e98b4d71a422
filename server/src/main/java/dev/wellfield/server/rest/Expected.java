package dev.wellfield.server.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says in plain English what a schema takes. */
final class Expected {
    /** The contract's own words where a pattern needs them. */
    static final String KEYWORD = "x-expected";

    private static final int MAX_NAMES = 16;
    private static final String DEFINITIONS = "#/$defs/";

    private final ObjectNode definitions;

    Expected(ObjectNode definitions) {
        this.definitions = definitions;
    }

    /** A noun phrase: "an integer from 1 to 512". */
    String of(JsonNode schema) {
        if (schema.has(KEYWORD)) {
            return schema.get(KEYWORD).asString();
        }
        if (schema.has("const")) {
            return "\"" + schema.get("const").asString() + "\"";
        }
        if (schema.has("enum")) {
            return "one of " + names(values(schema.get("enum")));
        }
        if (schema.has("$ref")) {
            return of(resolved(schema));
        }
        if (schema.path("type").isArray()) {
            return values(schema.get("type")).stream().map(this::ofType).collect(Collectors.joining(" or "));
        }
        if (!schema.has("type") && schema.has("allOf")) {
            return of(schema.path("allOf").path(0));
        }
        return switch (schema.path("type").asString("")) {
            case "integer" -> integer(schema);
            case "string" -> string(schema);
            case "array" -> "a list" + size(schema, "minItems", "maxItems", "entries");
            case "object" -> object(schema);
            default -> ofType(schema.path("type").asString(schema.has("pattern") ? "string" : ""));
        };
    }

    private String ofType(String type) {
        return switch (type) {
            case "integer" -> "an integer";
            case "string" -> "text";
            case "boolean" -> "true or false";
            case "array" -> "a list";
            case "object" -> "an object";
            case "null" -> "null";
            default -> "another value";
        };
    }

    /** What a field of an object would take; for a resource that depends on its kind. */
    String property(JsonNode schema, JsonNode object, String name) {
        JsonNode found = find(schema, object, name);
        return found.isMissingNode() ? "a value" : of(found);
    }

    private JsonNode find(JsonNode schema, JsonNode object, String name) {
        JsonNode own = schema.path("properties").path(name);
        if (!own.isMissingNode()) {
            return own;
        }
        for (JsonNode part : schema.path("allOf")) {
            if (applies(part.path("if"), object)) {
                JsonNode found = find(resolved(part.path("then")), object, name);
                if (!found.isMissingNode()) {
                    return found;
                }
            }
        }
        return own;
    }

    private static boolean applies(JsonNode condition, JsonNode object) {
        return condition.path("properties").properties().stream()
                .allMatch(it -> it.getValue().path("const").equals(object.path(it.getKey())));
    }

    /** Which names an object knows, the nearest alone if there is one. */
    String known(JsonNode schema, String given) {
        List<String> names = new ArrayList<>(schema.path("properties").propertyNames());
        return Nearest.to(given, names)
                .map(it -> "did you mean " + it + "?")
                .orElse(names.isEmpty() ? "none is known here" : "known are " + names(names));
    }

    private JsonNode resolved(JsonNode schema) {
        String target = schema.path("$ref").asString("");
        return target.isEmpty() ? schema : definitions.path(target.substring(DEFINITIONS.length()));
    }

    private static String integer(JsonNode schema) {
        long minimum = schema.path("minimum").asLong(Long.MIN_VALUE);
        long maximum = schema.path("maximum").asLong(Long.MAX_VALUE);
        if (minimum == Long.MIN_VALUE) {
            return maximum == Long.MAX_VALUE ? "an integer of 64 bits" : "an integer of at most " + number(maximum);
        }
        return "an integer from " + number(minimum) + " to " + number(maximum);
    }

    private static String string(JsonNode schema) {
        return switch (schema.path("format").asString("")) {
            case "date-time" -> "an instant such as 2026-01-31T08:00:00Z";
            case "date" -> "a date such as 2026-01-31";
            case "uuid" -> "a UUID";
            default -> text(schema);
        };
    }

    private static String text(JsonNode schema) {
        String size = size(schema, "minLength", "maxLength", "characters");
        if (!schema.has("pattern")) {
            return "text" + size;
        }
        return schema.has("description")
                ? sentenceToPhrase(schema.get("description").asString())
                : "text" + size + " that matches " + schema.get("pattern").asString();
    }

    private static String object(JsonNode schema) {
        List<String> names = new ArrayList<>(schema.path("properties").propertyNames());
        if (names.isEmpty()) {
            return "an object" + size(schema, "minProperties", "maxProperties", "fields");
        }
        List<String> required = values(schema.path("required"));
        String text = "an object with the fields " + names(names);
        return required.isEmpty() ? text : text + " (required: " + names(required) + ")";
    }

    private static String size(JsonNode schema, String least, String most, String unit) {
        boolean from = schema.has(least);
        boolean to = schema.has(most);
        if (from && to) {
            return " of " + number(schema, least) + " to " + number(schema, most) + " " + unit;
        }
        return from
                ? " of at least " + number(schema, least) + " " + unit
                : to ? " of at most " + number(schema, most) + " " + unit : "";
    }

    private static String number(JsonNode schema, String keyword) {
        return number(schema.get(keyword).asLong());
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static List<String> values(JsonNode list) {
        List<String> values = new ArrayList<>();
        list.forEach(it -> values.add(it.asString()));
        return values;
    }

    private static String names(List<String> names) {
        String text = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        return names.size() > MAX_NAMES ? text + " and others" : text;
    }

    private static String sentenceToPhrase(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }
}
