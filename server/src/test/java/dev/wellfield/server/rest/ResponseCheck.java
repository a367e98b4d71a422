package dev.wellfield.server.rest;

import dev.wellfield.server.rest.Operation.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks answers against the contract: status, content type and body, and that an object has no field that its schema
 * doesn't describe. Any thread may use it.
 */
public final class ResponseCheck {
    private final Contract contract;
    private final UndescribedFields undescribed;

    public ResponseCheck(Contract contract) {
        this.contract = contract;
        this.undescribed = new UndescribedFields(contract.schemas());
    }

    /**
     * Checks one answer of an operation.
     *
     * @param contentType the header's value; null where there is none
     * @throws AssertionError naming everything that the contract doesn't allow
     */
    public void check(String operationId, int status, @Nullable String contentType, String body) {
        List<String> wrong = wrongWith(operationId, status, contentType, body);
        if (!wrong.isEmpty()) {
            throw new AssertionError(operationId + " answered " + status + " against the contract: "
                    + String.join("; ", wrong) + "\n" + Shown.shortened(body));
        }
    }

    List<String> wrongWith(String operationId, int status, @Nullable String contentType, String body) {
        Map<String, Answer> answers = contract.operation(operationId).answers();
        Answer answer = answers.getOrDefault(Integer.toString(status), answers.get("default"));
        if (answer == null) {
            return List.of("the status is not in the contract");
        }
        if (answer.content().isEmpty()) {
            return body.isEmpty() ? List.of() : List.of("a body where the contract has none");
        }
        String type = contentType == null ? "" : contentType.split(";")[0].strip();
        Optional<String> schema = Optional.ofNullable(answer.content().get(type));
        if (schema.isEmpty()) {
            return List.of("the content type \"" + type + "\" is not one of "
                    + answer.content().keySet());
        }
        return type.endsWith("json") ? wrongJson(schema.get(), body) : List.of();
    }

    private List<String> wrongJson(String schema, String body) {
        try {
            JsonNode tree = JsonMapper.shared().readTree(body);
            List<String> wrong = new ArrayList<>();
            contract.schemas()
                    .check(schema, "", tree)
                    .forEach(it ->
                            wrong.add(it.pointer() + " is " + tree.at(it.pointer()) + ", expected " + it.expected()));
            undescribed.in(schema, tree).forEach(it -> wrong.add(it + " is not described"));
            return wrong;
        } catch (JacksonException e) {
            return List.of("the body is no JSON: " + e.getOriginalMessage());
        }
    }
}
