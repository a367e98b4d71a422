package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import dev.wellfield.core.pool.Dimension;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What differs between two quotas, before and after; what a quota doesn't say counts as what it means. */
final class QuotaDifference {
    private QuotaDifference() {}

    static List<String> lines(JsonNode before, JsonNode after) {
        return Change.between("", plain(before), plain(after)).stream()
                .map(Change::sentence)
                .toList();
    }

    /** Each dimension in its order, a guarantee of nothing left out. */
    private static ObjectNode plain(JsonNode spec) {
        ObjectNode plain = Json.object();
        ObjectNode limits = plain.putObject("limits");
        for (Dimension dimension : Dimension.values()) {
            JsonNode limit = spec.path("limits").path(dimension.name());
            ObjectNode said = limits.putObject(dimension.name());
            if (Json.number(limit, "/guarantee") > 0) {
                said.put("guarantee", Json.number(limit, "/guarantee"));
            }
            if (limit.has("ceiling")) {
                said.put("ceiling", Json.number(limit, "/ceiling"));
            }
        }
        if (spec.has("memoryPerCardMib")) {
            plain.put("memoryPerCardMib", Json.number(spec, "/memoryPerCardMib"));
        }
        String over = Json.text(spec, "/overQuota");
        return plain.put("overQuota", over.isEmpty() ? "QUEUE" : over);
    }
}
