package dev.wellfield.core.metering;

import dev.wellfield.core.tenancy.PlanType;

/**
 * What a tenant held of one card under one plan in a window: many facts as one.
 *
 * @param card the card's index on its node
 * @param facts so many are summed up
 * @param milliCardMicros thousandths of the card times microseconds
 * @param shared some of the facts are about less than the whole card
 * @param inferred the end of some was not observed
 */
public record CardTotal(
        PlanType plan,
        String cardModel,
        String node,
        int card,
        long facts,
        long milliCardMicros,
        boolean shared,
        boolean inferred,
        boolean simulated) {
    static CardTotal of(UsageFact.CardTime fact) {
        return new CardTotal(
                fact.plan(),
                fact.cardModel(),
                fact.node(),
                fact.card(),
                1,
                fact.milliCardMicros(),
                fact.cardsMilli() != 1000,
                fact.inferred(),
                fact.simulated());
    }

    CardTotal plus(CardTotal other) {
        return new CardTotal(
                plan,
                cardModel,
                node,
                card,
                facts + other.facts,
                Math.addExact(milliCardMicros, other.milliCardMicros),
                shared || other.shared,
                inferred || other.inferred,
                simulated || other.simulated);
    }
}
