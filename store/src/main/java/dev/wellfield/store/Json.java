package dev.wellfield.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as it is stored and sent: the same shape in both places. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    public static JsonNode parse(String text) {
        return MAPPER.readTree(text);
    }

    public static String write(JsonNode node) {
        return MAPPER.writeValueAsString(node);
    }

    /** Whether both say the same: the order of fields doesn't matter, nor how a number is written. */
    public static boolean same(JsonNode one, JsonNode other) {
        return one.equals(
                (left, right) -> left.equals(right)
                                || (left.isNumber()
                                        && right.isNumber()
                                        && left.decimalValue().compareTo(right.decimalValue()) == 0)
                        ? 0
                        : 1,
                other);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The text of a field, or null where it is absent. */
    public static @Nullable String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isMissingNode() || value.isNull() ? null : value.asString();
    }

    /** The integer of a field, or null where it is absent. */
    public static @Nullable Integer integer(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isMissingNode() || value.isNull() ? null : value.asInt();
    }

    /** The integer of a field, or null where it is absent. */
    public static @Nullable Long number(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isMissingNode() || value.isNull() ? null : value.asLong();
    }

    /** Writes a field as text, or leaves it out where there is nothing to write. */
    public static void putIfAny(ObjectNode node, String field, @Nullable Object value) {
        if (value != null) {
            node.put(field, value.toString());
        }
    }

    /** Each element of an array. */
    public static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
        List<T> list = new ArrayList<>();
        array.forEach(item -> list.add(element.apply(item)));
        return list;
    }
}
