package dev.wellfield.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The operations of openapi.yaml, so that no test can pass with a request that the server doesn't know. */
final class Contract {
    private static final Path FILE = Path.of("../server/src/main/resources/openapi.yaml");
    static final Contract INSTANCE = new Contract();

    private final List<Operation> operations = new ArrayList<>();

    private Contract() {
        JsonNode document = new YAMLMapper().readTree(FILE.toFile());
        document.path("paths").properties().forEach(path -> {
            for (String method : List.of("get", "post", "put", "delete")) {
                if (path.getValue().has(method)) {
                    operations.add(new Operation(
                            method.toUpperCase(Locale.ROOT),
                            Pattern.compile(path.getKey().replaceAll("\\{[a-z]+}", "[^/]+")),
                            query(document, path.getValue().path(method).path("parameters"))));
                }
            }
        });
    }

    private record Operation(String method, Pattern path, Set<String> query) {}

    private static Set<String> query(JsonNode document, JsonNode parameters) {
        Set<String> names = new HashSet<>();
        for (JsonNode parameter : parameters) {
            JsonNode resolved = parameter.has("$ref")
                    ? document.at(parameter.path("$ref").asString("").substring(1))
                    : parameter;
            if (resolved.path("in").asString("").equals("query")) {
                names.add(resolved.path("name").asString(""));
            }
        }
        return names;
    }

    /** What is wrong with a request; empty if the contract has it. */
    Optional<String> wrong(String method, String pathAndQuery) {
        String[] parts = pathAndQuery.split("\\?", 2);
        List<Operation> fitting = operations.stream()
                .filter(it -> it.method().equals(method)
                        && it.path().matcher(parts[0]).matches())
                .toList();
        if (fitting.isEmpty()) {
            return Optional.of(method + " " + parts[0] + " is in no operation of the contract");
        }
        for (String parameter : parts.length == 1 ? new String[0] : parts[1].split("&")) {
            String name = parameter.substring(0, parameter.indexOf('='));
            if (fitting.stream().noneMatch(it -> it.query().contains(name))) {
                return Optional.of(method + " " + parts[0] + " has no query parameter " + name);
            }
        }
        return Optional.empty();
    }
}
