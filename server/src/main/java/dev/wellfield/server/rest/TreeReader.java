package dev.wellfield.server.rest;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Builds the tree of one body from its tokens. The parser bounds the depth, so recursion is safe. */
final class TreeReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_EXPONENT = 400;

    private final JsonParser parser;
    private final List<FieldError> violations = new ArrayList<>();
    private final Map<String, FieldError> unreadable = new LinkedHashMap<>();
    private int values;

    TreeReader(JsonParser parser) {
        this.parser = parser;
    }

    JsonBody read() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw JsonBody.broken(parser.currentLocation(), "valid JSON");
        }
        JsonNode tree = value("", first);
        if (parser.nextToken() != null) {
            throw JsonBody.broken(parser.currentTokenLocation(), "one JSON value and nothing after it");
        }
        return new JsonBody(tree, violations, unreadable);
    }

    private JsonNode value(String pointer, JsonToken token) {
        if (++values > JsonBody.MAX_VALUES) {
            throw JsonBody.tooManyValues();
        }
        return switch (token) {
            case START_OBJECT -> object(pointer);
            case START_ARRAY -> array(pointer);
            case VALUE_STRING -> text(pointer, parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(pointer, parser.getString());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw JsonBody.broken(parser.currentTokenLocation(), "valid JSON");
        };
    }

    private ObjectNode object(String pointer) {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            String here = Pointers.append(pointer, name);
            checkText(here, name);
            JsonNode value = value(here, parser.nextToken());
            if (object.has(name)) {
                violate(FieldError.of(here, value, "each field once; this name is there twice"));
            }
            object.set(name, value);
        }
        return object;
    }

    private ArrayNode array(String pointer) {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(pointer + "/" + array.size(), token));
        }
        return array;
    }

    private JsonNode text(String pointer, String text) {
        checkText(pointer, text);
        return NODES.stringNode(text);
    }

    private void checkText(String pointer, String text) {
        if (!Texts.storable(text)) {
            violate(FieldError.of(pointer, Texts.visible(text), Texts.EXPECTED));
        }
    }

    /** Whole numbers of 64 bits, also written as 1.0 or 1e3; no contract of ours takes others. */
    private JsonNode number(String pointer, String given) {
        try {
            BigDecimal number = new BigDecimal(given);
            if (Math.abs((long) number.scale()) <= MAX_EXPONENT) {
                return NODES.numberNode(number.longValueExact());
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // out of range or not whole: told below
        }
        if (unreadable.size() < Schemas.MAX_TOLD) {
            unreadable.put(pointer, FieldError.of(pointer, given, "an integer of 64 bits"));
        }
        return NODES.nullNode();
    }

    private void violate(FieldError violation) {
        if (violations.size() < Schemas.MAX_TOLD) {
            violations.add(violation);
        }
    }
}
