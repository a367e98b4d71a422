package dev.wellfield.server.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Makes a {@link Call} of what arrived, or one problem that tells every violation of body and parameters. */
final class Validation {
    private final Schemas schemas;

    Validation(Schemas schemas) {
        this.schemas = schemas;
    }

    /**
     * Checks a request.
     *
     * @param body all bytes of the body; empty where there was none
     * @throws ProblemException when anything is wrong
     */
    Call check(Operation operation, Caller caller, RequestHead head, byte[] body) {
        List<FieldError> violations = new ArrayList<>();
        Map<String, JsonNode> parameters = new Parameters(schemas, operation, violations).read(head);
        JsonNode tree = JsonBody.none().tree();
        try {
            tree = body(operation, body, violations);
        } catch (ProblemException e) {
            violations.addAll(e.problem().errors());
            throw e.problem().withErrors(violations).exception();
        }
        if (!violations.isEmpty()) {
            throw new ProblemException(
                    Problem.invalid(violations.stream().limit(Schemas.MAX_TOLD).toList()));
        }
        return new Call(operation, caller, parameters, tree, head);
    }

    private JsonNode body(Operation operation, byte[] bytes, List<FieldError> violations) {
        Optional<String> schema = operation.body();
        if (schema.isEmpty()) {
            if (bytes.length > 0) {
                violations.add(FieldError.missing("", "no body: this operation takes none"));
            }
            return JsonBody.none().tree();
        }
        if (bytes.length == 0) {
            violations.add(FieldError.missing("", schemas.expected(schema.get()) + "; the body is required"));
            return JsonBody.none().tree();
        }
        JsonBody body = JsonBody.read(bytes);
        Set<String> told = body.violations().stream().map(FieldError::pointer).collect(Collectors.toSet());
        violations.addAll(body.violations());
        for (FieldError violation : schemas.check(schema.get(), "", body.tree())) {
            FieldError unreadable = body.unreadable().get(violation.pointer());
            if (told.add(violation.pointer())) {
                violations.add(
                        unreadable == null
                                ? violation
                                : new FieldError(
                                        violation.pointer(),
                                        unreadable.value(),
                                        violation.expected(),
                                        violation.code()));
            }
        }
        body.unreadable().forEach((pointer, violation) -> {
            if (told.add(pointer)) {
                violations.add(violation);
            }
        });
        return body.tree();
    }
}
