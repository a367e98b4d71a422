package dev.wellfield.gateway.wire;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A chat request's body, checked as far as the gateway must understand it; engines check the rest.
 *
 * @param model as named by the caller
 * @param choices answers asked for (n)
 * @param maxTokens of each answer, as asked
 * @param promptBound tokens that the prompt has at most by its bytes; {@link Long#MAX_VALUE} if it isn't text alone
 */
public record ChatBody(
        RawObject raw,
        String model,
        boolean stream,
        UsageWish usage,
        int choices,
        OptionalLong maxTokens,
        long promptBound) {

    /**
     * The same body for an engine: without some members, with others. What stays, stays byte by byte.
     *
     * @param without names to leave out
     * @param with members, each as {@code "name":value}
     */
    public byte[] rewritten(Set<String> without, List<String> with) {
        return raw.rewritten(without, with);
    }
}
