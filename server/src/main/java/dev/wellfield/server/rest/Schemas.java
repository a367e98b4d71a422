package dev.wellfield.server.rest;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContextCustomizer;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The contract's schemas, by key. Any thread may check values. The validator is built at the first check and each schema
 * when it is first used, which keeps both out of the start.
 */
final class Schemas {
    /** As many violations as one problem tells; a body can hold millions. */
    static final int MAX_TOLD = 100;

    private static final int MAX_FOUND = 2000;
    private static final String ID = "wellfield:contract";

    private final ObjectNode definitions;
    private final Expected expected;
    private final Violations violations;
    private final Supplier<SchemaRegistry> registry = Lazy.of(Schemas::registry);
    private final Supplier<Schema> root;
    private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

    Schemas(ObjectNode definitions) {
        this.definitions = definitions;
        this.expected = new Expected(definitions);
        this.violations = new Violations(definitions, expected);
        this.root = Lazy.of(() -> {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            document.set("$defs", definitions);
            return registry.get().getSchema(SchemaLocation.of(ID), document);
        });
    }

    private static SchemaRegistry registry() {
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .keyword(new NonValidationKeyword(Expected.KEYWORD))
                .formats(Formats.all())
                .build();
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();
        return SchemaRegistry.withDialect(dialect, builder -> builder.schemaRegistryConfig(config));
    }

    JsonNode definition(String key) {
        JsonNode definition = definitions.get(key);
        if (definition == null) {
            throw new IllegalArgumentException("the contract has no schema " + key);
        }
        return definition;
    }

    /** What a schema takes, as a noun phrase. */
    String expected(String key) {
        return expected.of(definition(key));
    }

    /**
     * All that is wrong with {@code value}, at most {@value #MAX_TOLD} violations.
     *
     * @param prefix what pointers begin with: empty for a body, {@code query/NAME} and the like for a parameter
     */
    List<FieldError> check(String key, String prefix, JsonNode value) {
        List<Error> errors = new BoundedErrors();
        ExecutionContextCustomizer collect = (context, schemaContext) -> context.setErrors(errors);
        try {
            schema(key).validate(value, collect);
        } catch (BoundedErrors.Full e) {
            // enough is known
        }
        return violations.of(prefix, errors, value);
    }

    /** Builds the validator and what writes answers, if nobody has needed them yet. */
    void warmUp() {
        ObjectNode empty = JsonNodeFactory.instance.objectNode();
        var _ = check("Problem", "", empty);
        var _ = Json.bytes(empty);
    }

    private Schema schema(String key) {
        return compiled.computeIfAbsent(key, it -> {
            definition(it);
            return root.get().getRefSchema(SchemaLocation.Fragment.of("/$defs/" + it));
        });
    }

    /** Stops a check that finds no end of errors. Nested checks of the validator bring lists of their own. */
    private static final class BoundedErrors extends ArrayList<Error> {
        private static final class Full extends RuntimeException {
            Full() {
                super("too many violations", null, false, false);
            }
        }

        @Override
        public boolean add(Error error) {
            if (size() == MAX_FOUND) {
                throw new Full();
            }
            return super.add(error);
        }
    }
}
