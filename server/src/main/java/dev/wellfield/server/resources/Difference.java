package dev.wellfield.server.resources;

import dev.wellfield.store.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What is different between two specs, field by field; lists are compared as a whole. */
record Difference(
        String pointer, @Nullable JsonNode before, @Nullable JsonNode after) {
    static List<Difference> between(@Nullable JsonNode before, JsonNode after) {
        List<Difference> differences = new ArrayList<>();
        collect("/spec", before, after, differences);
        return differences;
    }

    private static void collect(
            String pointer, @Nullable JsonNode before, @Nullable JsonNode after, List<Difference> differences) {
        if (before != null && after != null && before.isObject() && after.isObject()) {
            Set<String> names = new LinkedHashSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            for (String name : names) {
                String escaped = name.replace("~", "~0").replace("/", "~1");
                collect(pointer + "/" + escaped, before.get(name), after.get(name), differences);
            }
        } else if (before == null || after == null || !Json.same(before, after)) {
            differences.add(new Difference(pointer, before, after));
        }
    }
}
