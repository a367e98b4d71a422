package dev.wellfield.cli;

import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Units;
import dev.wellfield.core.pool.Dimension;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What differs between two quotas, before and after. */
final class QuotaDifference {
    private QuotaDifference() {}

    static List<String> lines(JsonNode before, JsonNode after) {
        List<String> lines = new ArrayList<>();
        for (Dimension dimension : Dimension.values()) {
            String pointer = "/limits/" + dimension;
            add(
                    lines,
                    dimension + " guarantee",
                    guarantee(dimension, before.at(pointer)),
                    guarantee(dimension, after.at(pointer)));
            add(
                    lines,
                    dimension + " ceiling",
                    ceiling(dimension, before.at(pointer)),
                    ceiling(dimension, after.at(pointer)));
        }
        add(lines, "memory per card", perCard(before), perCard(after));
        add(lines, "over quota", over(before), over(after));
        return lines;
    }

    private static void add(List<String> lines, String what, String before, String after) {
        if (!before.equals(after)) {
            lines.add(what + ": " + before + " → " + after);
        }
    }

    private static String guarantee(Dimension dimension, JsonNode limit) {
        return limit.has("guarantee") && Json.number(limit, "/guarantee") > 0
                ? Amounts.option(dimension, Json.number(limit, "/guarantee"))
                : "none";
    }

    private static String ceiling(Dimension dimension, JsonNode limit) {
        return limit.has("ceiling") ? Amounts.option(dimension, Json.number(limit, "/ceiling")) : "none";
    }

    private static String perCard(JsonNode spec) {
        return spec.has("memoryPerCardMib") ? Units.memory(Json.number(spec, "/memoryPerCardMib")) : "none";
    }

    private static String over(JsonNode spec) {
        String text = Json.text(spec, "/overQuota");
        return text.isEmpty() ? "QUEUE" : text;
    }
}
