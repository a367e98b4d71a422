package dev.wellfield.app.reference;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The REST contract, with its references followed. */
final class Contract {
    private final JsonNode root =
            new YAMLMapper().readTree(Sources.read(Sources.ROOT.resolve("server/src/main/resources/openapi.yaml")));

    JsonNode root() {
        return root;
    }

    JsonNode schema(String name) {
        return root.path("components").path("schemas").path(name);
    }

    /** What the node says or, if it only refers to something, that. */
    JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : root.at(reference.substring(1));
    }

    /** The last part of a reference; empty where the node is none. */
    static String referred(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    /** The node's own description, else that of what it refers to, else what would be right. */
    String meaning(JsonNode node) {
        String own = node.path("description").asString("");
        JsonNode target = target(node);
        String meant = own.isEmpty() ? target.path("description").asString("") : own;
        return meant.isEmpty() ? target.path("x-expected").asString("") : meant;
    }

    private JsonNode target(JsonNode node) {
        return resolved(node.has("allOf") ? node.path("allOf").path(0) : node);
    }

    /** Its type with limits, in a few words. */
    String type(JsonNode node) {
        JsonNode target = target(node);
        if (target.has("const")) {
            return target.path("const").asString();
        }
        if (target.has("enum")) {
            List<String> values = new ArrayList<>();
            target.path("enum").forEach(value -> values.add(value.asString()));
            return String.join(", ", values);
        }
        String type = target.path("type").asString("");
        return switch (type) {
            case "array" -> "list of " + type(target.path("items"));
            case "integer" -> "whole number" + range(target);
            case "object" -> "object";
            case "string" -> string(target);
            case "boolean" -> "true, false";
            default -> type.isEmpty() ? "any" : type;
        };
    }

    private static String string(JsonNode target) {
        return switch (target.path("format").asString("")) {
            case "date-time" -> "instant";
            case "date" -> "day";
            default ->
                "text"
                        + (target.has("maxLength")
                                ? ", at most " + target.path("maxLength").asInt()
                                : "");
        };
    }

    private static String range(JsonNode target) {
        boolean least = target.has("minimum");
        boolean most = target.has("maximum");
        if (least && most) {
            return ", " + target.path("minimum").asLong() + " to "
                    + target.path("maximum").asLong();
        }
        return least ? ", at least " + target.path("minimum").asLong() : "";
    }
}
