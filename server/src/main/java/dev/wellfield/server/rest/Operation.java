package dev.wellfield.server.rest;

import dev.wellfield.core.tenancy.Permission;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One operation of the contract.
 *
 * @param path the template, e.g. {@code /api/v1/tenants/{tenant}}
 * @param permission empty where the scope is public or self
 * @param body the key of the body's schema in {@link Schemas}; empty where there is no body
 * @param answers what it may answer by status; the key {@code default} stands for every other status
 */
record Operation(
        String id,
        String method,
        String path,
        Scope scope,
        Optional<Permission> permission,
        List<Parameter> parameters,
        Optional<String> body,
        Map<String, Answer> answers) {
    Operation {
        parameters = List.copyOf(parameters);
        answers = Map.copyOf(new TreeMap<>(answers));
    }

    /** Content types with the keys of their schemas; none means an empty body. */
    record Answer(Map<String, String> content) {
        Answer {
            content = Map.copyOf(content);
        }
    }

    /** The id, as tests and messages name it. */
    @Override
    public String toString() {
        return id;
    }

    boolean changes() {
        return !method.equals("GET");
    }

    /** The content types of success. */
    Collection<String> produces() {
        return answers.entrySet().stream()
                .filter(it -> it.getKey().startsWith("2"))
                .flatMap(it -> it.getValue().content().keySet().stream())
                .distinct()
                .toList();
    }
}
