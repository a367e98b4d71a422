package dev.wellfield.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads the documents of one text token by token, so that the line of every value is known, a key that is there twice is
 * found with both its lines, and an alias isn't taken for a string.
 */
final class DocumentReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String source;
    private final JsonParser parser;
    private final List<String> wrong;
    private Map<String, Integer> lines = new HashMap<>();

    /** @param wrong where to note all that can't be read; the documents are of no use then */
    DocumentReader(String source, String text, boolean json, List<String> wrong) {
        this.source = source;
        this.wrong = wrong;
        this.parser = json ? new JsonMapper().createParser(text) : new YAMLMapper().createParser(text);
    }

    /** Its documents; empty ones are left out, an array's elements count as documents. */
    List<Document> read() {
        List<Document> documents = new ArrayList<>();
        int number = 0;
        try (parser) {
            while (parser.nextToken() != null) {
                lines = new HashMap<>();
                JsonNode json = value("");
                if (json.isArray()) {
                    for (int i = 0; i < json.size(); i++) {
                        documents.add(new Document(source, ++number, json.get(i), below("/" + i)));
                    }
                } else {
                    number++;
                    if (!json.isNull() && !(json.isString() && json.asString().isBlank())) {
                        documents.add(new Document(source, number, json, lines));
                    }
                }
            }
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            wrong(line, "it can't be read: " + reason(e));
        }
        return documents;
    }

    /** The parsers' messages show pieces of the text; the words alone are enough beside the line. */
    private static String reason(JacksonException e) {
        return String.valueOf(e.getOriginalMessage())
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .collect(Collectors.joining("; "));
    }

    private Map<String, Integer> below(String pointer) {
        Map<String, Integer> below = new HashMap<>();
        lines.forEach((at, line) -> {
            if (at.equals(pointer) || at.startsWith(pointer + "/")) {
                below.put(at.substring(pointer.length()), line);
            }
        });
        return below;
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private JsonNode value(String pointer) {
        lines.putIfAbsent(pointer, line());
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            wrong(line(), "it holds an alias (*" + parser.getString() + "). Write out what it stands for.");
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(pointer);
            case START_ARRAY -> array(pointer);
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> NODES.nullNode();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT -> {
                wrong(line(), "there is something that is no value.");
                yield NODES.nullNode();
            }
        };
    }

    private JsonNode integer() {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    private ObjectNode object(String pointer) {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String at = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            if (object.has(name)) {
                wrong(line(), "the key \"" + name + "\" is there already, on line " + lines.get(at) + ".");
            }
            lines.put(at, line());
            parser.nextToken();
            object.set(name, value(at));
        }
        return object;
    }

    private ArrayNode array(String pointer) {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(pointer + "/" + array.size()));
        }
        return array;
    }

    private void wrong(int line, String what) {
        wrong.add(source + ":" + line + ": " + what);
    }
}
