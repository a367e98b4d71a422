package dev.wellfield.server.rest;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the parameters of one operation. */
final class ParameterReader {
    private static final Set<String> KEYS = Set.of("name", "in", "required", "description", "explode", "schema");

    private final JsonNode document;
    private final ObjectNode definitions;
    private final String operation;
    private final String place;

    ParameterReader(JsonNode document, ObjectNode definitions, String operation, String place) {
        this.document = document;
        this.definitions = definitions;
        this.operation = operation;
        this.place = place;
    }

    Parameter read(JsonNode reference) {
        JsonNode node = Reference.follow(document, place, reference);
        String name = node.path("name").asString("");
        String here = place + " parameter " + name;
        for (String key : node.propertyNames()) {
            if (!KEYS.contains(key)) {
                throw new ContractError(here, key + " is not supported");
            }
        }
        Parameter.Place in = in(here, node.path("in").asString(""));
        String key = SchemaReader.define(
                document,
                definitions,
                operation + "." + node.path("in").asString() + "." + name,
                here,
                node.path("schema"));
        JsonNode schema = definitions.get(key);
        boolean required = node.path("required").asBoolean(false);
        if (in == Parameter.Place.PATH && !required) {
            throw new ContractError(here, "a path parameter has to be required");
        }
        return new Parameter(
                name,
                in,
                required,
                key,
                type(here, schema),
                !node.path("explode").asBoolean(true),
                Optional.ofNullable(schema.get("default")));
    }

    private static Parameter.Place in(String here, String in) {
        return switch (in) {
            case "path" -> Parameter.Place.PATH;
            case "query" -> Parameter.Place.QUERY;
            case "header" -> Parameter.Place.HEADER;
            default -> throw new ContractError(here, "in has to be path, query or header, not \"" + in + "\"");
        };
    }

    private static Parameter.Type type(String here, JsonNode schema) {
        return switch (schema.path("type").asString("")) {
            case "string" -> Parameter.Type.TEXT;
            case "integer" -> Parameter.Type.INTEGER;
            case "boolean" -> Parameter.Type.FLAG;
            case "array" -> Parameter.Type.LIST;
            default -> throw new ContractError(here, "its type has to be string, integer, boolean or array");
        };
    }
}
