package dev.wellfield.server.rest;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes values that are valid against a schema of the contract. */
final class Samples {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String DEFINITIONS = "#/$defs/";
    private static final List<String> TEXTS = List.of(
            "a",
            "A",
            "1",
            "EUR",
            "\"1\"",
            "2026-01",
            "a.b",
            "workload/a",
            "1g.5gb",
            "2026-01-31T08:00:00Z",
            "2026-01-31",
            "00000000-0000-7000-8000-000000000000",
            "Asia/Shanghai",
            "long enough",
            "anna@example.com");

    private final Schemas schemas;
    private final boolean everything;

    private Samples(Schemas schemas, boolean everything) {
        this.schemas = schemas;
        this.everything = everything;
    }

    /** Only what is required. */
    static Samples minimal(Schemas schemas) {
        return new Samples(schemas, false);
    }

    /** Every field that there is. */
    static Samples full(Schemas schemas) {
        return new Samples(schemas, true);
    }

    JsonNode of(String key) {
        return of(schemas.definition(key));
    }

    JsonNode of(JsonNode schema) {
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.has("enum")) {
            return schema.get("enum").get(0);
        }
        if (schema.has("$ref")) {
            return of(resolved(schema));
        }
        if (schema.has("allOf") && !schema.has("type")) {
            return of(schema.get("allOf").get(0));
        }
        String type = schema.path("type").isArray()
                ? schema.get("type").get(0).asString()
                : schema.path("type").asString("");
        return switch (type) {
            case "integer" -> NODES.numberNode(Math.max(schema.path("minimum").asLong(0), 0));
            case "boolean" -> NODES.booleanNode(true);
            case "array" -> array(schema);
            case "object" -> object(schema);
            case "string" -> text(schema);
            default -> NODES.nullNode();
        };
    }

    private JsonNode text(JsonNode schema) {
        for (String candidate : TEXTS) {
            if (Strings.fits(schema, candidate)) {
                return NODES.stringNode(candidate);
            }
        }
        throw new AssertionError("no sample fits " + schema);
    }

    private ArrayNode array(JsonNode schema) {
        ArrayNode list = NODES.arrayNode();
        int count = Math.max(schema.path("minItems").asInt(0), everything ? 1 : 0);
        for (int i = 0; i < count; i++) {
            JsonNode item = of(schema.path("items"));
            list.add(item.isIntegralNumber() ? NODES.numberNode(item.asLong() + i) : item);
        }
        return list;
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = NODES.objectNode();
        JsonNode effective = schema;
        if (schema.path("allOf").size() > 0 && schema.path("properties").has("kind")) {
            // a resource: the first kind stands for all
            effective = resolved(schema.get("allOf").get(0).get("then"));
            schema.get("required").forEach(it -> object.putNull(it.asString()));
        }
        List<String> required =
                schema.path("required").valueStream().map(JsonNode::asString).toList();
        for (Map.Entry<String, JsonNode> property : effective.path("properties").properties()) {
            if (everything || required.contains(property.getKey())) {
                object.set(property.getKey(), of(property.getValue()));
            }
        }
        return object;
    }

    private JsonNode resolved(JsonNode schema) {
        return schemas.definition(schema.get("$ref").asString().substring(DEFINITIONS.length()));
    }
}
