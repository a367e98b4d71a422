package dev.wellfield.simulator;

import org.jspecify.annotations.Nullable;

/**
 * One field that isn't what it should be, in the words of pydantic, which vLLM passes on.
 *
 * @param location where, such as body.max_tokens; null where the body itself is of a wrong kind
 * @param text the whole line as vLLM prints it
 */
record Violation(@Nullable String location, String text) {

    static Violation of(String type, String location, String message, String input) {
        return new Violation(
                location,
                "{'type': '%s', 'loc': '%s', 'msg': '%s', 'input': %s}".formatted(type, location, message, input));
    }
}
