package dev.wellfield.server.rest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Finds fields of an answer that its schema doesn't describe; a schema alone would let them pass. */
final class UndescribedFields {
    private static final String DEFINITIONS = "#/$defs/";

    private final Schemas schemas;

    UndescribedFields(Schemas schemas) {
        this.schemas = schemas;
    }

    /** JSON pointers. */
    List<String> in(String schema, JsonNode tree) {
        List<String> found = new ArrayList<>();
        visit(schemas.definition(schema), "", tree, found);
        return found;
    }

    private void visit(JsonNode given, String pointer, JsonNode tree, List<String> found) {
        JsonNode schema = resolved(given);
        if (tree.isArray()) {
            for (int i = 0; i < tree.size(); i++) {
                visit(schema.path("items"), pointer + "/" + i, tree.get(i), found);
            }
        } else if (tree.isObject() && schema.path("type").asString("").equals("object")) {
            object(schema, pointer, tree, found);
        }
    }

    private void object(JsonNode schema, String pointer, JsonNode tree, List<String> found) {
        JsonNode properties = schema.path("properties");
        JsonNode additional = schema.path("additionalProperties");
        Set<String> names = new HashSet<>(properties.propertyNames());
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            String here = Pointers.append(pointer, field.getKey());
            if (names.contains(field.getKey())) {
                visit(properties.get(field.getKey()), here, field.getValue(), found);
            } else if (additional.isObject()) {
                visit(additional, here, field.getValue(), found);
            } else {
                found.add(here);
            }
        }
    }

    private JsonNode resolved(JsonNode schema) {
        if (schema.has("$ref")) {
            return resolved(schemas.definition(schema.get("$ref").asString().substring(DEFINITIONS.length())));
        }
        return schema.has("allOf") && !schema.has("type")
                ? resolved(schema.path("allOf").path(0))
                : schema;
    }
}
