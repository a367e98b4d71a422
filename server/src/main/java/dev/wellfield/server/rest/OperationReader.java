package dev.wellfield.server.rest;

import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.rest.Operation.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the operations of an OpenAPI document and adds the schemas that stand in them to the definitions. */
final class OperationReader {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");
    private static final Set<String> KEYS = Set.of(
            "operationId",
            "tags",
            "summary",
            "description",
            "x-permission",
            "x-scope",
            "security",
            "parameters",
            "requestBody",
            "responses");
    private static final Set<String> CONTENT_TYPES =
            Set.of("application/json", "application/problem+json", "text/plain", "text/csv", "text/event-stream");
    private static final Pattern TEMPLATE = Pattern.compile("\\{([^}]*)}");

    private final JsonNode document;
    private final ObjectNode definitions;

    OperationReader(JsonNode document, ObjectNode definitions) {
        this.document = document;
        this.definitions = definitions;
    }

    List<Operation> read() {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            JsonNode shared = path.getValue().path("parameters");
            for (Map.Entry<String, JsonNode> entry : path.getValue().properties()) {
                if (METHODS.contains(entry.getKey())) {
                    operations.add(operation(path.getKey(), entry.getKey(), shared, entry.getValue()));
                } else if (!entry.getKey().equals("parameters")) {
                    throw new ContractError(path.getKey(), entry.getKey() + " is not supported here");
                }
            }
        }
        return operations;
    }

    private Operation operation(String path, String method, JsonNode shared, JsonNode node) {
        String place = path + " " + method;
        for (String key : node.propertyNames()) {
            if (!KEYS.contains(key)) {
                throw new ContractError(place, key + " is not supported");
            }
        }
        String id = text(place, node, "operationId");
        Scope scope = Scope.find(text(place, node, "x-scope"))
                .orElseThrow(() -> new ContractError(
                        place,
                        "x-scope has to be one of public, self, platform, tenant," + " visible, not "
                                + node.get("x-scope")));
        List<Parameter> parameters = new ArrayList<>();
        for (JsonNode source : List.of(shared, node.path("parameters"))) {
            source.forEach(it -> parameters.add(new ParameterReader(document, definitions, id, place).read(it)));
        }
        checkPath(place, path, scope, parameters);
        return new Operation(
                id,
                method.toUpperCase(Locale.ROOT),
                path,
                scope,
                permission(place, scope, text(place, node, "x-permission")),
                parameters,
                body(place, id, node),
                answers(place, id, node.path("responses")));
    }

    private static Optional<Permission> permission(String place, Scope scope, String name) {
        if (scope.needsPermission() == name.equals("none")) {
            throw new ContractError(
                    place,
                    "x-permission has to be " + (scope.needsPermission() ? "a permission" : "none") + " with x-scope "
                            + scope + ", not " + name);
        }
        if (name.equals("none")) {
            return Optional.empty();
        }
        return Optional.of(Permission.find(name)
                .orElseThrow(() -> new ContractError(place, "x-permission " + name + " is no permission")));
    }

    private static void checkPath(String place, String path, Scope scope, List<Parameter> parameters) {
        Set<String> inPath =
                TEMPLATE.matcher(path).results().map(it -> it.group(1)).collect(Collectors.toSet());
        Set<String> declared = parameters.stream()
                .filter(it -> it.place() == Parameter.Place.PATH)
                .map(Parameter::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!inPath.equals(declared)) {
            throw new ContractError(place, "the path names " + inPath + " and the parameters " + declared);
        }
        if (scope == Scope.TENANT && !inPath.contains("tenant")) {
            throw new ContractError(place, "x-scope tenant needs {tenant} in the path");
        }
    }

    private Optional<String> body(String place, String id, JsonNode node) {
        JsonNode body = node.path("requestBody");
        if (body.isMissingNode()) {
            return Optional.empty();
        }
        JsonNode schema = body.at("/content/application~1json/schema");
        if (!body.path("required").asBoolean(false) || body.path("content").size() != 1 || schema.isMissingNode()) {
            throw new ContractError(place, "requestBody has to be required and application/json alone");
        }
        return Optional.of(define(id + ".body", place + " body", schema));
    }

    private Map<String, Answer> answers(String place, String id, JsonNode responses) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : responses.properties()) {
            String here = place + " " + entry.getKey();
            JsonNode response = Reference.follow(document, here, entry.getValue());
            Map<String, String> content = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> type : response.path("content").properties()) {
                if (!CONTENT_TYPES.contains(type.getKey())) {
                    throw new ContractError(here, "the content type " + type.getKey() + " is not supported");
                }
                String key = id + "." + entry.getKey() + "." + type.getKey().replace('/', '-');
                content.put(type.getKey(), define(key, here, type.getValue().path("schema")));
            }
            answers.put(entry.getKey(), new Answer(content));
        }
        if (!answers.containsKey("default")) {
            throw new ContractError(place, "responses need a default, the problem document");
        }
        return answers;
    }

    private String define(String key, String place, JsonNode schema) {
        return SchemaReader.define(document, definitions, key, place, schema);
    }

    private static String text(String place, JsonNode node, String key) {
        String value = node.path(key).asString("");
        if (value.isEmpty()) {
            throw new ContractError(place, key + " is missing");
        }
        return value;
    }
}
