package dev.wellfield.server.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The REST contract, read once at the start and immutable after that. Whatever in it this server doesn't support stops
 * the start with the place named.
 */
public final class Contract {
    /** The contract as JSON, made from openapi.yaml by the build because reading YAML costs a third of a second. */
    static final String RESOURCE = "/openapi.json";

    private final Map<String, Operation> operations;
    private final Schemas schemas;

    private Contract(Map<String, Operation> operations, Schemas schemas) {
        this.operations = operations;
        this.schemas = schemas;
    }

    /** The contract on the class path. */
    public static Contract load() {
        try (InputStream json = Contract.class.getResourceAsStream(RESOURCE)) {
            if (json == null) {
                throw new ContractError(RESOURCE, "it is not on the class path; build the server module");
            }
            // the reader of bodies is strict, and at the start it spares the wait for a whole object mapper
            JsonBody read = JsonBody.read(json.readAllBytes());
            if (!read.violations().isEmpty() || !read.unreadable().isEmpty()) {
                throw new ContractError(RESOURCE, read.violations() + " " + read.unreadable());
            }
            return of(read.tree());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A contract from a parsed OpenAPI document. */
    static Contract of(JsonNode document) {
        ObjectNode definitions = SchemaReader.definitions(document);
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (Operation operation : new OperationReader(document, definitions).read()) {
            if (operations.put(operation.id(), operation) != null) {
                throw new ContractError(operation.path(), "the operationId " + operation.id() + " is there twice");
            }
        }
        return new Contract(operations, new Schemas(definitions));
    }

    public Set<String> operationIds() {
        return operations.keySet();
    }

    Collection<Operation> operations() {
        return operations.values();
    }

    Operation operation(String id) {
        Operation operation = operations.get(id);
        if (operation == null) {
            throw new IllegalArgumentException("the contract has no operation " + id);
        }
        return operation;
    }

    Schemas schemas() {
        return schemas;
    }
}
