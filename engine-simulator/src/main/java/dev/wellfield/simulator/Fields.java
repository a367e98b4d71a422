package dev.wellfield.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the fields of a JSON object as leniently as pydantic does (a number may come as text, null is absent) and
 * collects every violation, so that one answer names them all.
 */
final class Fields {

    private static final Set<String> TRUE = Set.of("true", "t", "yes", "y", "on", "1");
    private static final Set<String> FALSE = Set.of("false", "f", "no", "n", "off", "0");
    private static final int SHOWN = 256;

    private final ObjectNode object;
    private final String location;
    private final List<Violation> violations;

    Fields(ObjectNode object, String location) {
        this(object, location, new ArrayList<>());
    }

    private Fields(ObjectNode object, String location, List<Violation> violations) {
        this.object = object;
        this.location = location;
        this.violations = violations;
    }

    List<Violation> violations() {
        return List.copyOf(violations);
    }

    boolean has(String name) {
        return object.hasNonNull(name);
    }

    /** The field, if it is there and not null. */
    Optional<JsonNode> node(String name) {
        return has(name) ? Optional.of(object.get(name)) : Optional.empty();
    }

    void missing(String name) {
        violate("missing", name, "Field required", object);
    }

    OptionalLong integer(String name) {
        Optional<JsonNode> node = node(name);
        if (node.isEmpty()) {
            return OptionalLong.empty();
        }
        JsonNode value = node.get();
        if (value.isBoolean()) {
            return OptionalLong.of(value.booleanValue() ? 1 : 0);
        }
        if (value.isNumber()) {
            double number = value.doubleValue();
            if (number != Math.rint(number)) {
                violate(
                        "int_from_float",
                        name,
                        "Input should be a valid integer, got a number with a fractional part",
                        value);
                return OptionalLong.empty();
            }
            return OptionalLong.of((long) number);
        }
        if (value.isString()) {
            try {
                return OptionalLong.of(Long.parseLong(value.stringValue().strip()));
            } catch (NumberFormatException e) {
                violate(
                        "int_parsing",
                        name,
                        "Input should be a valid integer, unable to parse string as an integer",
                        value);
                return OptionalLong.empty();
            }
        }
        violate("int_type", name, "Input should be a valid integer", value);
        return OptionalLong.empty();
    }

    OptionalDouble number(String name) {
        Optional<JsonNode> node = node(name);
        if (node.isEmpty()) {
            return OptionalDouble.empty();
        }
        JsonNode value = node.get();
        if (value.isNumber()) {
            return OptionalDouble.of(value.doubleValue());
        }
        if (value.isString()) {
            try {
                return OptionalDouble.of(Double.parseDouble(value.stringValue().strip()));
            } catch (NumberFormatException e) {
                violate(
                        "float_parsing",
                        name,
                        "Input should be a valid number, unable to parse string as a number",
                        value);
                return OptionalDouble.empty();
            }
        }
        violate("float_type", name, "Input should be a valid number", value);
        return OptionalDouble.empty();
    }

    boolean flag(String name, boolean fallback) {
        Optional<JsonNode> node = node(name);
        if (node.isEmpty()) {
            return fallback;
        }
        JsonNode value = node.get();
        String text = value.isContainer() ? "" : value.asString().toLowerCase(Locale.ROOT);
        if (TRUE.contains(text)) {
            return true;
        }
        if (!FALSE.contains(text)) {
            violate("bool_parsing", name, "Input should be a valid boolean, unable to interpret input", value);
        }
        return false;
    }

    Optional<String> text(String name) {
        Optional<JsonNode> node = node(name);
        if (node.isPresent() && !node.get().isString()) {
            violate("string_type", name, "Input should be a valid string", node.get());
            return Optional.empty();
        }
        return node.map(JsonNode::stringValue);
    }

    /** A text or a list of texts. */
    List<String> texts(String name) {
        Optional<JsonNode> node = node(name);
        if (node.isEmpty()) {
            return List.of();
        }
        JsonNode value = node.get();
        if (value.isString()) {
            return List.of(value.stringValue());
        }
        if (!value.isArray()) {
            violate("string_type", name, "Input should be a valid string", value);
            violate("list_type", name, "Input should be a valid list", value);
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            if (value.get(i).isString()) {
                texts.add(value.get(i).stringValue());
            } else {
                violate("string_type", name + "." + i, "Input should be a valid string", value.get(i));
            }
        }
        return texts;
    }

    Optional<Fields> object(String name) {
        Optional<JsonNode> node = node(name);
        if (node.isPresent() && node.get() instanceof ObjectNode inner) {
            return Optional.of(new Fields(inner, location + "." + name, violations));
        }
        node.ifPresent(value -> violate(
                "model_attributes_type",
                name,
                "Input should be a valid dictionary or object to extract fields from",
                value));
        return Optional.empty();
    }

    /** A list that must be there. */
    List<JsonNode> list(String name) {
        Optional<JsonNode> node = node(name);
        if (node.isEmpty()) {
            missing(name);
            return List.of();
        }
        if (!node.get().isArray()) {
            violate("list_type", name, "Input should be a valid list", node.get());
            return List.of();
        }
        return List.copyOf(node.get().values());
    }

    void violate(String type, String name, String message, JsonNode input) {
        violations.add(Violation.of(type, location + "." + name, message, describe(input)));
    }

    static String describe(JsonNode input) {
        if (input.isObject()) {
            return "'<dict of %d items>'".formatted(input.size());
        }
        if (input.isArray()) {
            return "'<list of %d items>'".formatted(input.size());
        }
        String text = input.isNull() ? "None" : input.asString();
        return "'" + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text) + "'";
    }
}
