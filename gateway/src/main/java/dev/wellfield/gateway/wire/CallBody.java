package dev.wellfield.gateway.wire;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A request's body, checked as far as the gateway must understand it; engines check the rest.
 *
 * @param model as named by the caller
 * @param prompts how many it holds, at least 1
 * @param choices answers asked for to each prompt (n)
 * @param maxTokens of each answer, as asked
 * @param promptBound tokens that all prompts have at most by their bytes; {@link Long#MAX_VALUE} if they aren't text alone
 */
public record CallBody(
        CallShape shape,
        RawObject raw,
        String model,
        boolean stream,
        UsageWish usage,
        int prompts,
        int choices,
        OptionalLong maxTokens,
        long promptBound) {

    /** Of all prompts together. */
    public int answers() {
        return shape.generates() ? prompts * choices : 0;
    }

    /**
     * The same body for an engine: without some members, with others. What stays, stays byte by byte.
     *
     * @param without whether a member of that name is left out
     * @param with members, each as {@code "name":value}
     */
    public byte[] rewritten(Predicate<String> without, List<String> with) {
        return raw.rewritten(without, with);
    }
}
