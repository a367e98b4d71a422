package dev.wellfield.cli;

import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Text;
import dev.wellfield.cli.show.Units;
import dev.wellfield.core.pool.Dimension;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A change of one field of a resource, before and after; a missing node where it isn't there. */
record Change(String pointer, JsonNode before, JsonNode after) {
    private static final int VALUE_SHOWN = 80;
    private static final Pattern LIMIT = Pattern.compile("(?:/spec)?/limits/([A-Z_]+)/(guarantee|ceiling)");

    /** Field by field; lists are compared as a whole. */
    static List<Change> between(String pointer, JsonNode before, JsonNode after) {
        List<Change> changes = new ArrayList<>();
        collect(pointer, before, after, changes);
        return changes;
    }

    private static void collect(String pointer, JsonNode before, JsonNode after, List<Change> changes) {
        if (before.isObject() || after.isObject()) {
            Set<String> names = new LinkedHashSet<>(before.propertyNames());
            names.addAll(after.propertyNames());
            for (String name : names) {
                String escaped = name.replace("~", "~0").replace("/", "~1");
                collect(pointer + "/" + escaped, before.path(name), after.path(name), changes);
            }
        } else if (!before.equals(after)) {
            changes.add(new Change(pointer, before, after));
        }
    }

    /** E.g. {@code CARDS ceiling: 3 cards → 4 cards}. */
    String sentence() {
        return label() + ": " + value(before) + " → " + value(after);
    }

    private String label() {
        Matcher limit = LIMIT.matcher(pointer);
        if (limit.matches()) {
            return limit.group(1) + " " + limit.group(2);
        }
        String field = pointer.startsWith("/spec/") ? pointer.substring("/spec".length()) : pointer;
        return switch (field) {
            case "/memoryPerCardMib" -> "device memory per card";
            case "/overQuota" -> "over quota";
            default -> FieldNames.dotted(field);
        };
    }

    private String value(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "none";
        }
        if (value.isIntegralNumber()) {
            return amount(value.asLong());
        }
        return Text.clean(Text.shortened(Json.show(value), VALUE_SHOWN));
    }

    /** In the unit that the field's name says. */
    private String amount(long amount) {
        Matcher limit = LIMIT.matcher(pointer);
        if (limit.matches()) {
            return Dimension.valueOf(limit.group(1)).text(amount);
        }
        if (pointer.endsWith("Mib")) {
            return Units.memory(amount);
        }
        if (pointer.endsWith("Permille")) {
            return Units.percent(amount);
        }
        return pointer.endsWith("/cpuMilli") ? Dimension.CPU.text(amount) : Long.toString(amount);
    }
}
