package dev.wellfield.server.rest;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Whether a text fits the schema of a string, judged without the validator. */
final class Strings {
    private Strings() {}

    static boolean fits(JsonNode schema, String text) {
        boolean size = text.length() >= schema.path("minLength").asInt(0)
                && text.length() <= schema.path("maxLength").asInt(Integer.MAX_VALUE);
        boolean pattern = !schema.has("pattern")
                || Pattern.compile(schema.get("pattern").asString())
                        .matcher(text)
                        .find();
        boolean format = Formats.all().stream()
                .filter(it -> it.getName().equals(schema.path("format").asString("")))
                .allMatch(it -> ((Formats.Named) it).test().test(text));
        return size && pattern && format;
    }
}
