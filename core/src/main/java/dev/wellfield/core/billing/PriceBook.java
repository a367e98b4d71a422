package dev.wellfield.core.billing;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What things cost, in one currency.
 *
 * @param cards by card model
 * @param tokens by model
 * @param unlimitedTokensPerMonth the flat price of the UNLIMITED plan; null where it isn't sold
 */
public record PriceBook(
        String name,
        Currency currency,
        Map<String, CardPrice> cards,
        Map<String, TokenPrice> tokens,
        @Nullable BigDecimal unlimitedTokensPerMonth) {
    /** Hours that a month price is divided by for use by the hour: 8,760 / 12. */
    public static final BigDecimal HOURS_A_MONTH = BigDecimal.valueOf(730);

    public PriceBook {
        cards = Map.copyOf(cards);
        tokens = Map.copyOf(tokens);
    }

    /**
     * A card's price.
     *
     * @param perMonth list price of a calendar month
     * @param quarterDiscountPermille off the month price for a quarter's term, thousandths
     * @param yearDiscountPermille off the month price for a year's term
     * @param loyaltyPerUnit off each unit's month price from the second unit on, after the term discount
     * @param spotPermille the spot price as a part of the list price
     */
    public record CardPrice(
            BigDecimal perMonth,
            int quarterDiscountPermille,
            int yearDiscountPermille,
            BigDecimal loyaltyPerUnit,
            int spotPermille) {}

    /** The price of a million tokens. */
    public record TokenPrice(BigDecimal inputPerMillion, BigDecimal outputPerMillion) {}

    public Optional<CardPrice> card(String model) {
        return Optional.ofNullable(cards.get(model));
    }

    public Optional<TokenPrice> tokens(String model) {
        return Optional.ofNullable(tokens.get(model));
    }

    Money money(BigDecimal amount) {
        return new Money(amount, currency);
    }
}
