package dev.wellfield.server.resources;

import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One resource of an apply request.
 *
 * @param index its place in the request
 * @param tenant for kinds that belong to one
 * @param version that it was made from; null if the request doesn't say
 */
record Resource(
        int index,
        Kind kind,
        @Nullable String tenant,
        String name,
        @Nullable Integer version,
        JsonNode spec) {
    static Resource of(int index, JsonNode json) {
        JsonNode metadata = json.get("metadata");
        return new Resource(
                index,
                Kind.find(json.get("kind").asString()).orElseThrow(),
                Json.text(metadata, "tenant"),
                metadata.get("name").asString(),
                Json.integer(metadata, "version"),
                json.get("spec"));
    }

    /** The owner's name, of a kind that has one. */
    String owner() {
        return String.valueOf(tenant);
    }

    String pointer(String inSpec) {
        return "/resources/" + index + "/spec" + inSpec;
    }

    String path() {
        return tenant == null ? name : tenant + "/" + name;
    }

    /** The aggregate of its events. */
    String aggregate() {
        return kind.aggregate() + "/" + name;
    }
}
