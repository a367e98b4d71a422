package dev.wellfield.cli.show;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON trees: reading, writing, and fields that may be absent. */
public final class Json {
    private Json() {}

    /** Made when something is first written: reading doesn't need it, and it takes its time. */
    private static final class Writer {
        static final JsonMapper MAPPER = new JsonMapper();
    }

    /** @throws JacksonException if it isn't JSON */
    public static JsonNode parse(byte[] bytes) {
        return new JsonReader(bytes).read();
    }

    /** @throws JacksonException if it isn't JSON */
    public static JsonNode parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] bytes(JsonNode node) {
        return Writer.MAPPER.writeValueAsBytes(node);
    }

    /** On one line. */
    public static String line(JsonNode node) {
        return Writer.MAPPER.writeValueAsString(node);
    }

    /** Indented, for people. */
    public static String pretty(JsonNode node) {
        return Writer.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** The node at a JSON pointer; a missing node where there is none. */
    public static JsonNode at(JsonNode node, String pointer) {
        return node.at(pointer);
    }

    /** The text at a JSON pointer, empty where there is none. */
    public static String text(JsonNode node, String pointer) {
        return show(node.at(pointer));
    }

    /** The text at a JSON pointer, or null where there is none. */
    public static @Nullable String textOrNull(JsonNode node, String pointer) {
        JsonNode value = node.at(pointer);
        return value.isMissingNode() || value.isNull() ? null : show(value);
    }

    /** The whole number at a JSON pointer, or 0. */
    public static long number(JsonNode node, String pointer) {
        return node.at(pointer).asLong(0);
    }

    public static boolean flag(JsonNode node, String pointer) {
        return node.at(pointer).asBoolean(false);
    }

    /** A value as people read it: scalars bare, everything else as JSON. */
    public static String show(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return value.isValueNode() ? value.asString() : line(value);
    }
}
