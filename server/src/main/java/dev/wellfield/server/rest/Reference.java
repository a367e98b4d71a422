package dev.wellfield.server.rest;

import tools.jackson.databind.JsonNode;

/** A {@code $ref} to a component that is not a schema. */
final class Reference {
    private Reference() {}

    /** The component that {@code node} refers to, or itself. */
    static JsonNode follow(JsonNode document, String place, JsonNode node) {
        String target = node.path("$ref").asString("");
        if (target.isEmpty()) {
            return node;
        }
        JsonNode found = target.startsWith("#/") ? document.at(target.substring(1)) : document.path("");
        if (found.isMissingNode()) {
            throw new ContractError(place, "\"" + target + "\" leads nowhere");
        }
        return found;
    }
}
