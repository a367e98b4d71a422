package dev.wellfield.server.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Ways to spoil a valid body. */
final class Mutations {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String HUGE_TEXT = "x".repeat(140_000);

    private Mutations() {}

    /** A body with what was done to it. */
    record Spoiled(String how, String body) {}

    /** Every place of {@code valid} spoiled in every way, each alone. */
    static List<Spoiled> of(JsonNode valid) {
        List<Spoiled> all = new ArrayList<>();
        places(valid, "", all, valid);
        return all;
    }

    private static void places(JsonNode node, String pointer, List<Spoiled> all, JsonNode root) {
        for (Map.Entry<String, String> raw : wrongValues(node).entrySet()) {
            all.add(new Spoiled(pointer + " becomes " + raw.getKey(), with(root, pointer, raw.getValue())));
        }
        if (node instanceof ObjectNode object) {
            object.properties().forEach(it -> places(it.getValue(), Pointers.append(pointer, it.getKey()), all, root));
            ObjectNode more = object.deepCopy().put("unknown_1", 1);
            all.add(new Spoiled(pointer + " gets an unknown field", with(root, pointer, more.toString())));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                places(array.get(i), pointer + "/" + i, all, root);
            }
        }
    }

    /** Values that no schema takes in the place of {@code node}, as JSON text by name. */
    private static Map<String, String> wrongValues(JsonNode node) {
        String otherType = node.isString() ? "17" : "\"text\"";
        return node.isIntegralNumber()
                ? Map.of(
                        "another type", otherType,
                        "null", "null",
                        "a fraction", "0.5",
                        "2^63", "9223372036854775808",
                        "1e400", "1e400",
                        "-2^63", "-9223372036854775808",
                        "a list", "[1]")
                : node.isString()
                        ? Map.of(
                                "another type", otherType,
                                "null", "null",
                                "huge", '"' + HUGE_TEXT + '"',
                                "with U+0000", "\"a\\u0000\"",
                                "an object", "{}")
                        : Map.of("another type", otherType, "null", "null", "a number", "-1");
    }

    private static String with(JsonNode root, String pointer, String raw) {
        String mark = "\"@@mark@@\"";
        return replaced(root, pointer, "").toString().replace(mark, raw);
    }

    private static JsonNode replaced(JsonNode node, String pointer, String here) {
        if (here.equals(pointer)) {
            return NODES.stringNode("@@mark@@");
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = NODES.objectNode();
            object.properties()
                    .forEach(it -> copy.set(
                            it.getKey(), replaced(it.getValue(), pointer, Pointers.append(here, it.getKey()))));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = NODES.arrayNode();
            for (int i = 0; i < array.size(); i++) {
                copy.add(replaced(array.get(i), pointer, here + "/" + i));
            }
            return copy;
        }
        return node;
    }
}
