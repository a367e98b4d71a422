package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The form of a JSON text: keys in their order and types, without the values that differ between two engines. */
final class Shape {

    /** Short words whose very value matters. */
    private static final Set<String> LITERAL =
            Set.of("object", "role", "finish_reason", "type", "param", "code", "index", "model", "detail", "error");

    private Shape() {}

    static String of(JsonNode node) {
        return of("", node);
    }

    private static String of(String key, JsonNode node) {
        if (node.isObject()) {
            List<String> fields = new ArrayList<>();
            node.forEachEntry((name, value) -> fields.add(name + ":" + of(name, value)));
            return "{" + String.join(",", fields) + "}";
        }
        if (node.isArray()) {
            // Numbers stand for their whole list: token ids, vectors.
            boolean numbers = !node.isEmpty() && node.get(0).isNumber();
            return numbers
                    ? "[numbers]"
                    : "["
                            + String.join(
                                    ",", node.values().stream().map(Shape::of).toList()) + "]";
        }
        if (node.isNull()) {
            return "null";
        }
        if (LITERAL.contains(key)) {
            return node.asString();
        }
        return node.isNumber() ? "number" : node.isBoolean() ? "boolean" : "text";
    }

    /** The forms of a stream's chunks of one choice, or of those without choices; equal neighbours once. */
    static List<String> of(Events events, int choice) {
        List<String> shapes = new ArrayList<>();
        for (JsonNode event : events.json()) {
            JsonNode choices = event.path("choices");
            int index = choices.isEmpty() ? -1 : choices.get(0).get("index").intValue();
            String shape = of(event);
            if (index == choice && (shapes.isEmpty() || !shapes.getLast().equals(shape))) {
                shapes.add(shape);
            }
        }
        return shapes;
    }
}
