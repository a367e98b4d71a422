package dev.wellfield.core.metering;

import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.tenancy.PlanType;

/**
 * What a tenant used of one model under one plan in a window: many facts as one.
 *
 * @param requests so many facts are summed up
 * @param estimated requests whose tokens aren't the engine's final word
 * @param simulated whether an engine of any of them was
 */
public record TokenTotal(
        PlanType plan,
        String modelOwner,
        String model,
        long requests,
        TokenCount count,
        long estimated,
        boolean simulated) {
    static TokenTotal of(UsageFact.Tokens fact) {
        return new TokenTotal(
                fact.plan(),
                fact.modelOwner(),
                fact.model(),
                1,
                fact.count(),
                fact.estimated() ? 1 : 0,
                fact.simulated());
    }

    /** Both together. */
    public TokenTotal plus(TokenTotal other) {
        return new TokenTotal(
                plan,
                modelOwner,
                model,
                requests + other.requests,
                new TokenCount(
                        Math.addExact(count.prompt(), other.count.prompt()),
                        Math.addExact(count.cached(), other.count.cached()),
                        Math.addExact(count.completion(), other.count.completion())),
                estimated + other.estimated,
                simulated || other.simulated);
    }
}
