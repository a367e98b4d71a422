package dev.wellfield.simulator;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON trees with their fields in the order they were put, as clients see them. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static ArrayNode array(JsonNode only) {
        return array().add(only);
    }

    /** Throws {@link tools.jackson.core.JacksonException} for what is no JSON. */
    static JsonNode parse(byte[] bytes) {
        return MAPPER.readTree(bytes);
    }

    static String write(JsonNode node) {
        return MAPPER.writeValueAsString(node);
    }
}
