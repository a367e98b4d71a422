package dev.wellfield.cli.show;

import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.databind.JsonNode;

/** Money and exact quantities for people; machine formats carry them as they came. */
public final class Money {
    private static final int SHOWN_DIGITS = 6;

    private Money() {}

    /** An amount with its currency, e.g. {@code CNY 47.95}; a unit price keeps up to six digits after the point. */
    public static String text(JsonNode money) {
        String amount = Json.text(money, "/amount");
        return amount.isEmpty() ? "" : Json.text(money, "/currency") + " " + amount(amount);
    }

    /** At least two digits after the point, at most six. */
    public static String amount(String decimal) {
        BigDecimal exact = new BigDecimal(decimal);
        BigDecimal shown = exact.setScale(Math.clamp(exact.scale(), 0, SHOWN_DIGITS), RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return (shown.scale() < 2 ? shown.setScale(2) : shown).toPlainString();
    }

    /** A quantity with at most six digits after the point. */
    public static String quantity(String decimal) {
        BigDecimal exact = new BigDecimal(decimal);
        return Units.plain(exact.setScale(Math.clamp(exact.scale(), 0, SHOWN_DIGITS), RoundingMode.HALF_EVEN));
    }
}
