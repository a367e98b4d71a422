package dev.wellfield.server.workloads;

import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.store.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes other tenants' names out of an explanation: how much they hold stays, who they are doesn't. */
final class Masking {
    private static final String OTHERS = "other tenants";

    private Masking() {}

    static ObjectNode explanation(JsonNode stored, Visible visible) {
        ObjectNode json = (ObjectNode) stored.deepCopy();
        if (visible.all()) {
            return json;
        }
        for (JsonNode check : json.path("checks")) {
            if (check.has("holders")) {
                ((ObjectNode) check).set("holders", holders(check.get("holders"), visible));
            }
        }
        for (JsonNode remedy : json.path("remedies")) {
            if (remedy.has("workloads")) {
                ((ObjectNode) remedy).set("workloads", workloads(remedy.get("workloads"), visible));
            }
        }
        return json;
    }

    private static ArrayNode holders(JsonNode holders, Visible visible) {
        ArrayNode shown = Json.object().putArray("holders");
        long others = 0;
        for (JsonNode holder : holders) {
            if (visible.shows(tenant(holder.get("workload").asString()))) {
                shown.add(holder);
            } else {
                others += holder.get("amount").asLong();
            }
        }
        if (others > 0) {
            shown.addObject().put("workload", OTHERS).put("amount", others);
        }
        return shown;
    }

    private static ArrayNode workloads(JsonNode workloads, Visible visible) {
        List<String> names = new ArrayList<>();
        for (JsonNode workload : workloads) {
            String path = workload.asString();
            String name = visible.shows(tenant(path)) ? path : OTHERS;
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        ArrayNode shown = Json.object().putArray("workloads");
        names.forEach(shown::add);
        return shown;
    }

    private static String tenant(String path) {
        return path.substring(0, path.indexOf('/'));
    }
}
