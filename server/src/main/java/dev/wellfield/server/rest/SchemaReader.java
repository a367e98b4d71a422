package dev.wellfield.server.rest;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Copies the contract's schemas into one JSON Schema document of definitions, and refuses keywords that a typing error
 * would otherwise turn into silence. An integer without bounds gets those of 64 bits, because that is what handlers read.
 */
final class SchemaReader {
    private static final String COMPONENTS = "#/components/schemas/";
    private static final String DEFINITIONS = "#/$defs/";

    /** Keywords whose value is a schema. */
    private static final Set<String> NESTED = Set.of("items", "propertyNames", "if", "then");

    private static final Set<String> PLAIN = Set.of(
            "type",
            "required",
            "enum",
            "const",
            "pattern",
            "format",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
            "uniqueItems",
            "maxProperties",
            "default",
            "description",
            Expected.KEYWORD);
    private static final Set<String> FORMATS = Set.of("date-time", "date", "uuid", "int32", "int64");
    private static final Set<String> TYPES = Set.of("object", "array", "string", "integer", "boolean", "null");

    private final JsonNode components;

    private SchemaReader(JsonNode components) {
        this.components = components;
    }

    /** The components of a contract as definitions, by name. */
    static ObjectNode definitions(JsonNode document) {
        JsonNode components = document.at("/components/schemas");
        SchemaReader reader = new SchemaReader(components);
        ObjectNode definitions = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : components.properties()) {
            definitions.set(entry.getKey(), reader.read("components/schemas/" + entry.getKey(), entry.getValue()));
        }
        return definitions;
    }

    /**
     * Adds a schema that stands in an operation.
     *
     * @return the key of its definition, which for a mere reference is the component's
     */
    static String define(JsonNode document, ObjectNode definitions, String key, String place, JsonNode schema) {
        ObjectNode read = new SchemaReader(document.at("/components/schemas")).read(place, schema);
        if (read.size() == 1 && read.has("$ref")) {
            return read.get("$ref").stringValue().substring(DEFINITIONS.length());
        }
        definitions.set(key, read);
        return key;
    }

    private ObjectNode read(String place, JsonNode schema) {
        if (!schema.isObject()) {
            throw new ContractError(place, "a schema has to be an object, not " + schema);
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : schema.properties()) {
            copy.set(entry.getKey(), keyword(place, entry.getKey(), entry.getValue()));
        }
        if (copy.path("type").asString("").equals("integer") && !copy.has("enum") && !copy.has("const")) {
            bound(copy);
        }
        return copy;
    }

    private JsonNode keyword(String place, String keyword, JsonNode value) {
        String here = place + "/" + keyword;
        if (PLAIN.contains(keyword)) {
            check(here, keyword, value);
            return value.deepCopy();
        }
        if (NESTED.contains(keyword)) {
            return read(here, value);
        }
        return switch (keyword) {
            case "$ref" -> JsonNodeFactory.instance.stringNode(reference(here, value.asString("")));
            case "properties" -> properties(here, value);
            case "additionalProperties" -> value.isBoolean() ? value : read(here, value);
            case "allOf" -> all(here, value);
            default -> throw new ContractError(here, "the keyword is not supported");
        };
    }

    private static void check(String here, String keyword, JsonNode value) {
        if (keyword.equals("format") && !FORMATS.contains(value.asString(""))) {
            throw new ContractError(here, "the format " + value + " is not one of " + FORMATS);
        }
        if (keyword.equals("type")) {
            Iterable<JsonNode> types = value.isArray() ? value : List.of(value);
            for (JsonNode type : types) {
                if (!TYPES.contains(type.asString(""))) {
                    throw new ContractError(here, "the type " + type + " is not one of " + TYPES);
                }
            }
        }
    }

    private String reference(String here, String target) {
        String name = target.startsWith(COMPONENTS) ? target.substring(COMPONENTS.length()) : "";
        if (!components.has(name)) {
            throw new ContractError(here, "\"" + target + "\" does not lead to a schema below " + COMPONENTS);
        }
        return DEFINITIONS + name;
    }

    private ObjectNode properties(String here, JsonNode value) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            copy.set(entry.getKey(), read(here + "/" + entry.getKey(), entry.getValue()));
        }
        return copy;
    }

    private ArrayNode all(String here, JsonNode value) {
        if (!value.isArray()) {
            throw new ContractError(here, "allOf has to be a list");
        }
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < value.size(); i++) {
            copy.add(read(here + "/" + i, value.get(i)));
        }
        return copy;
    }

    private static void bound(ObjectNode integer) {
        boolean narrow = integer.path("format").asString("").equals("int32");
        if (!integer.has("minimum")) {
            integer.put("minimum", narrow ? Integer.MIN_VALUE : Long.MIN_VALUE);
        }
        if (!integer.has("maximum")) {
            integer.put("maximum", narrow ? Integer.MAX_VALUE : Long.MAX_VALUE);
        }
    }
}
