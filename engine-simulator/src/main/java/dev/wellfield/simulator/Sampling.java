package dev.wellfield.simulator;

import java.util.List;

/**
 * What a request wants of each of its answers, checked and complete.
 *
 * @param choices answers per prompt (n), 1-16,384
 * @param maxTokens at least 1, already cut to what the context leaves
 * @param seed the request's seed, or 0
 * @param cacheSalt separates prefix caches; "" for the common one
 */
record Sampling(
        int choices,
        int maxTokens,
        int minTokens,
        List<String> stops,
        boolean stopIncluded,
        Answer.Ending ending,
        long seed,
        String cacheSalt) {

    Sampling {
        stops = List.copyOf(stops);
    }
}
