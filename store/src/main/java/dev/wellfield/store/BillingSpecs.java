package dev.wellfield.store;

import dev.wellfield.core.billing.PriceBook;
import dev.wellfield.core.billing.PriceBook.CardPrice;
import dev.wellfield.core.billing.PriceBook.TokenPrice;
import dev.wellfield.core.billing.Subscription;
import dev.wellfield.core.billing.Subscription.Term;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Price books and subscriptions as JSON. */
public final class BillingSpecs {
    private BillingSpecs() {}

    /**
     * Reads a price book.
     *
     * @throws IllegalArgumentException if it names a currency that nobody pays in, or a model twice
     */
    public static PriceBook priceBook(String name, JsonNode spec) {
        Map<String, CardPrice> cards = new HashMap<>();
        spec.path("cards").forEach(card -> once(cards, card.get("model").asString(), cardPrice(card)));
        Map<String, TokenPrice> tokens = new HashMap<>();
        spec.path("tokens")
                .forEach(price -> once(
                        tokens,
                        price.get("model").asString(),
                        new TokenPrice(amount(price, "inputPerMillion"), amount(price, "outputPerMillion"))));
        String unlimited = Json.text(spec, "unlimitedTokensPerMonth");
        return new PriceBook(
                name,
                currency(spec.get("currency").asString()),
                cards,
                tokens,
                unlimited == null ? null : new BigDecimal(unlimited));
    }

    private static Currency currency(String code) {
        Currency currency;
        try {
            currency = Currency.getInstance(code);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("currency (" + code + ") must be an ISO 4217 code, e.g. CNY", e);
        }
        if (currency.getDefaultFractionDigits() < 0) {
            throw new IllegalArgumentException(
                    "currency (" + code + ") must be one that people pay in, e.g. CNY: it has no minor unit");
        }
        return currency;
    }

    private static <T> void once(Map<String, T> prices, String model, T price) {
        if (prices.put(model, price) != null) {
            throw new IllegalArgumentException("model (" + model + ") must have one price, it has two");
        }
    }

    private static CardPrice cardPrice(JsonNode card) {
        return new CardPrice(
                amount(card, "perMonth"),
                card.path("quarterDiscountPermille").asInt(0),
                card.path("yearDiscountPermille").asInt(0),
                amount(card, "loyaltyPerUnit"),
                card.path("spotPermille").asInt(1000));
    }

    private static BigDecimal amount(JsonNode node, String field) {
        String text = Json.text(node, field);
        return text == null ? BigDecimal.ZERO : new BigDecimal(text);
    }

    /**
     * Reads a subscription.
     *
     * @throws IllegalArgumentException if it ends before it starts
     */
    public static Subscription subscription(String tenant, String name, JsonNode spec) {
        return new Subscription(
                tenant,
                name,
                spec.get("cardModel").asString(),
                spec.get("units").asInt(),
                Term.valueOf(spec.get("term").asString()),
                LocalDate.parse(spec.get("startsOn").asString()),
                date(Json.text(spec, "endsOn")));
    }

    private static @Nullable LocalDate date(@Nullable String text) {
        return text == null ? null : LocalDate.parse(text);
    }
}
