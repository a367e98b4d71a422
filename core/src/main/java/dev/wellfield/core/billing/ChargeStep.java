package dev.wellfield.core.billing;

import dev.wellfield.core.billing.Subscription.Term;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** One step of how a line's amount came about, with what came out of it. Sentences are made of them where they are read. */
public sealed interface ChargeStep {
    BigDecimal ZERO = BigDecimal.ZERO;

    /** What came out: an amount of money, or of what the line counts. */
    BigDecimal value();

    /**
     * A card's month price less the discount of a term.
     *
     * @param discountPermille 0 without
     * @param term null without a discount
     */
    record MonthPrice(
            BigDecimal perMonth,
            int discountPermille,
            @Nullable Term term,
            BigDecimal value) implements ChargeStep {}

    /** What each unit from the second on costs. */
    record FurtherUnit(BigDecimal less, BigDecimal value) implements ChargeStep {}

    /** The first unit and the further ones together. */
    record Units(int units, BigDecimal value) implements ChargeStep {}

    /** The days of the month in which a subscription runs. */
    record PartOfMonth(int days, int of, BigDecimal value) implements ChargeStep {}

    /**
     * Hours on cards.
     *
     * @param shared some facts are about a part of a card, which counts as the larger of its memory and its compute
     */
    record CardHours(long facts, boolean shared, BigDecimal value) implements ChargeStep {}

    /** The price of an hour: the month price, or spot's part of it, by 730. */
    record HourPrice(BigDecimal perMonth, int spotPermille, BigDecimal value) implements ChargeStep {}

    /** Hours times price, of each card no more than its month price. */
    record MonthPriceAtMost(BigDecimal perMonth, BigDecimal value) implements ChargeStep {}

    /** Hours times the price of an hour. */
    record HoursTimesPrice(BigDecimal value) implements ChargeStep {}

    /** A flat price of the month. */
    record FlatPrice(BigDecimal value) implements ChargeStep {}

    /** Tokens of all requests. */
    record Tokens(long requests, BigDecimal value) implements ChargeStep {}

    /** Millions of tokens times the price of a million. */
    record MillionsTimesPrice(BigDecimal perMillion, BigDecimal value) implements ChargeStep {}

    /** The reservation pays for it. */
    record CoveredByReservation() implements ChargeStep {
        @Override
        public BigDecimal value() {
            return ZERO;
        }
    }

    /** The unlimited plan pays for it. */
    record CoveredByUnlimited() implements ChargeStep {
        @Override
        public BigDecimal value() {
            return ZERO;
        }
    }

    /** One's own model costs nothing. */
    record OwnModel() implements ChargeStep {
        @Override
        public BigDecimal value() {
            return ZERO;
        }
    }

    /** The price book doesn't know it. */
    record NoPrice(String priceBook, String subject) implements ChargeStep {
        @Override
        public BigDecimal value() {
            return ZERO;
        }
    }
}
