package dev.wellfield.server.rest;

import dev.wellfield.server.rest.Parameter.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Reads and checks an operation's parameters, collecting all that is wrong with them. */
final class Parameters {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Schemas schemas;
    private final Operation operation;
    private final List<FieldError> violations;

    Parameters(Schemas schemas, Operation operation, List<FieldError> violations) {
        this.schemas = schemas;
        this.operation = operation;
        this.violations = violations;
    }

    /** The values by pointer ({@code query/limit}), with the contract's defaults for what is absent. */
    Map<String, JsonNode> read(RequestHead head) {
        QueryString query = QueryString.of(head.query());
        violations.addAll(query.violations());
        refuseUnknown(query);
        Map<String, JsonNode> values = new LinkedHashMap<>();
        for (Parameter parameter : operation.parameters()) {
            List<String> given = switch (parameter.place()) {
                case PATH -> List.of(head.path().getOrDefault(parameter.name(), ""));
                case QUERY -> query.values().getOrDefault(parameter.name(), List.of());
                case HEADER -> head.headers().getAll(parameter.name());
            };
            read(parameter, given).ifPresent(value -> values.put(parameter.pointer(), value));
        }
        return values;
    }

    private void refuseUnknown(QueryString query) {
        List<String> known = operation.parameters().stream()
                .filter(it -> it.place() == Place.QUERY)
                .map(Parameter::name)
                .toList();
        query.values().forEach((name, values) -> {
            if (!known.contains(name)) {
                String instead = Nearest.to(name, known)
                        .map(it -> "did you mean " + it + "?")
                        .orElse(known.isEmpty() ? "none is known here" : "known are " + String.join(", ", known));
                violations.add(FieldError.of(
                        "query/" + Shown.shortened(name), values.getFirst(), "no parameter of this name; " + instead));
            }
        });
    }

    private Optional<JsonNode> read(Parameter parameter, List<String> given) {
        if (given.isEmpty()) {
            if (parameter.required()) {
                violations.add(FieldError.missing(
                        parameter.pointer(), schemas.expected(parameter.schema()) + "; it is required"));
            }
            return parameter.defaultValue();
        }
        if (given.size() > 1 && (parameter.type() != Parameter.Type.LIST || parameter.separated())) {
            violations.add(FieldError.of(parameter.pointer(), String.join(", ", given), "one value"));
            return Optional.empty();
        }
        for (String text : given) {
            if (!Texts.storable(text)) {
                violations.add(FieldError.of(parameter.pointer(), text, Texts.EXPECTED));
                return Optional.empty();
            }
        }
        JsonNode value = value(parameter, given);
        violations.addAll(schemas.check(parameter.schema(), parameter.pointer(), value));
        return Optional.of(value);
    }

    private static JsonNode value(Parameter parameter, List<String> given) {
        String first = given.getFirst();
        return switch (parameter.type()) {
            case TEXT -> NODES.stringNode(first);
            case INTEGER -> integer(first);
            case FLAG ->
                first.equals("true") || first.equals("false")
                        ? NODES.booleanNode(first.equals("true"))
                        : NODES.stringNode(first);
            case LIST -> list(parameter.separated() ? List.of(first.split(",", -1)) : given);
        };
    }

    /** What is no integer stays text, so that the schema refuses it as given. */
    private static JsonNode integer(String text) {
        try {
            return text.startsWith("+") ? NODES.stringNode(text) : NODES.numberNode(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return NODES.stringNode(text);
        }
    }

    private static ArrayNode list(List<String> given) {
        ArrayNode list = NODES.arrayNode();
        given.forEach(list::add);
        return list;
    }
}
