package dev.wellfield.server.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * A valid, authorised request. Query parameters that were absent have the contract's defaults. Asking for a parameter that
 * the contract doesn't declare is a bug and says so.
 */
public final class Call {
    private final Operation operation;
    private final Caller caller;
    private final Map<String, JsonNode> parameters;
    private final JsonNode body;
    private final RequestHead head;

    Call(Operation operation, Caller caller, Map<String, JsonNode> parameters, JsonNode body, RequestHead head) {
        this.operation = operation;
        this.caller = caller;
        this.parameters = Map.copyOf(parameters);
        this.body = body;
        this.head = head;
    }

    public String operationId() {
        return operation.id();
    }

    public Caller caller() {
        return caller;
    }

    /** A path parameter, decoded. */
    public String path(String name) {
        return value("path/" + name)
                .map(JsonNode::asString)
                .orElseThrow(() -> new IllegalStateException("path/" + name + " was valid without a value"));
    }

    public Optional<String> query(String name) {
        return value("query/" + name).map(JsonNode::asString);
    }

    public OptionalLong queryInteger(String name) {
        return value("query/" + name).map(it -> OptionalLong.of(it.longValue())).orElse(OptionalLong.empty());
    }

    /** A boolean parameter; false where it is absent and has no default. */
    public boolean queryFlag(String name) {
        return value("query/" + name).map(JsonNode::booleanValue).orElse(false);
    }

    /** A list parameter; empty where it is absent. */
    public List<String> queryList(String name) {
        List<String> values = new ArrayList<>();
        value("query/" + name).ifPresent(list -> list.forEach(it -> values.add(it.asString())));
        return values;
    }

    /** A header that the contract declares for this operation. */
    public Optional<String> header(String name) {
        return value("header/" + name).map(JsonNode::asString);
    }

    /** The version in If-Match; empty where it is absent. */
    public OptionalLong ifMatch() {
        return header("If-Match").map(Version::parse).orElse(OptionalLong.empty());
    }

    /** The body, valid against its schema, its integers within 64 bits; a MissingNode where the operation has none. */
    public JsonNode body() {
        return body;
    }

    /** The address that the request came from, without the port; of a proxy if there is one. */
    public String remoteAddress() {
        return head.remoteAddress();
    }

    /** The id that the answer carries as x-request-id. */
    public String requestId() {
        return head.id();
    }

    private Optional<JsonNode> value(String pointer) {
        if (operation.parameters().stream().noneMatch(it -> it.pointer().equals(pointer))) {
            throw new IllegalArgumentException("the contract declares no " + pointer + " for " + operation.id());
        }
        return Optional.ofNullable(parameters.get(pointer));
    }
}
