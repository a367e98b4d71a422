package dev.wellfield.server.rest;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What may be shown of a value that a caller sent. */
final class Shown {
    private static final int MAX_CHARACTERS = 200;
    private static final List<String> SECRET_ENDINGS =
            List.of("secret", "token", "password", "authorization", "apikey");
    private static final List<String> SECRET_MARKS = List.of("wft_", "wfi_", "wfs_", "sk-wf-");

    private Shown() {}

    /** The value, shortened; a container only by its size; nothing where the pointer or the text looks like a secret. */
    static Optional<JsonNode> of(String pointer, JsonNode value) {
        if (isSecret(pointer)) {
            return Optional.empty();
        }
        if (value.isObject()) {
            return Optional.of(text("an object with " + count(value.size(), "field")));
        }
        if (value.isArray()) {
            return Optional.of(text("a list of " + count(value.size(), "entry")));
        }
        if (value.isString()) {
            String given = value.stringValue();
            return looksSecret(given) ? Optional.empty() : Optional.of(text(shortened(given)));
        }
        return Optional.of(value);
    }

    static boolean isSecret(String pointer) {
        for (String part : pointer.split("/", -1)) {
            String name = part.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
            if (name.equals("environment") || SECRET_ENDINGS.stream().anyMatch(name::endsWith)) {
                return true;
            }
        }
        return false;
    }

    private static boolean looksSecret(String given) {
        return SECRET_MARKS.stream().anyMatch(given::contains);
    }

    /** At most 200 characters, all of which can be written. */
    static String shortened(String text) {
        String given = Texts.storable(text) ? text : Texts.visible(text);
        if (given.codePointCount(0, given.length()) <= MAX_CHARACTERS) {
            return given;
        }
        return given.substring(0, given.offsetByCodePoints(0, MAX_CHARACTERS - 1)) + "…";
    }

    private static String count(int number, String noun) {
        String plural = noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
        return number + " " + (number == 1 ? noun : plural);
    }

    private static JsonNode text(String value) {
        return StringNode.valueOf(value);
    }
}
