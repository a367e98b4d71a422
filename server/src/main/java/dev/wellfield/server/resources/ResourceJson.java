package dev.wellfield.server.resources;

import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Stored;
import tools.jackson.databind.node.ObjectNode;

/** The one shape of resources: apiVersion, kind, metadata, spec, and a status that others add. */
public final class ResourceJson {
    static final String API_VERSION = "wellfield.dev/v1";

    private ResourceJson() {}

    public static ObjectNode of(Kind kind, Stored stored) {
        ObjectNode json = head(kind.wireName());
        json.set("metadata", metadata(stored));
        json.set("spec", stored.spec());
        return json;
    }

    public static ObjectNode head(String kind) {
        return Json.object().put("apiVersion", API_VERSION).put("kind", kind);
    }

    public static ObjectNode metadata(Stored stored) {
        ObjectNode metadata = Json.object().put("name", stored.name());
        if (stored.tenant() != null) {
            metadata.put("tenant", stored.tenant());
        }
        return metadata.put("id", stored.id().toString())
                .put("version", stored.version())
                .put("createdAt", stored.createdAt().toString());
    }
}
