package dev.wellfield.server.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query string, taken apart.
 *
 * @param values by name, in the order given
 * @param violations names and values that are not percent-encoded as they should be
 */
record QueryString(Map<String, List<String>> values, List<FieldError> violations) {
    static QueryString of(@Nullable String raw) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<FieldError> violations = new ArrayList<>();
        if (raw != null) {
            for (String pair : raw.split("&")) {
                if (!pair.isEmpty()) {
                    add(pair, values, violations);
                }
            }
        }
        return new QueryString(values, violations);
    }

    private static void add(String pair, Map<String, List<String>> values, List<FieldError> violations) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        try {
            values.computeIfAbsent(decoded(name), it -> new ArrayList<>()).add(decoded(value));
        } catch (IllegalArgumentException e) {
            String pointer = "query/" + Shown.shortened(name);
            violations.add(FieldError.of(pointer, value, "percent-encoded UTF-8"));
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
