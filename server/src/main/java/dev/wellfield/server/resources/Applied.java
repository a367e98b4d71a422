package dev.wellfield.server.resources;

import dev.wellfield.store.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What applying did to one resource.
 *
 * @param changes from what was there before; none where it was so already
 * @param secret of a new API key or webhook, which is told this once
 */
record Applied(
        Resource resource,
        Outcome action,
        List<Difference> changes,
        @Nullable String secret) {
    /** As the contract has it. */
    enum Outcome {
        CREATED,
        CHANGED,
        UNCHANGED
    }

    /** The answer to a request; a dry run tells no secrets, as none was kept. */
    static ObjectNode json(List<Applied> results, boolean dryRun) {
        ObjectNode json = Json.object().put("dryRun", dryRun);
        ArrayNode items = json.putArray("results");
        results.forEach(result -> items.add(result.json(dryRun)));
        return json;
    }

    private ObjectNode json(boolean dryRun) {
        ObjectNode item = Json.object()
                .put("kind", resource.kind().wireName())
                .put("name", resource.name())
                .put("action", action.name());
        Json.putIfAny(item, "tenant", resource.tenant());
        ArrayNode list = item.putArray("changes");
        for (Difference change : changes) {
            ObjectNode entry = list.addObject().put("pointer", change.pointer());
            if (change.before() != null) {
                entry.set("before", change.before());
            }
            if (change.after() != null) {
                entry.set("after", change.after());
            }
        }
        Json.putIfAny(item, "secret", dryRun ? null : secret);
        return item;
    }
}
