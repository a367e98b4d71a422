package dev.wellfield.core.billing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/** An exact amount of one currency. Only {@link #rounded} loses anything, and only lines of documents are rounded. */
public record Money(BigDecimal amount, Currency currency) {
    public static Money zero(Currency currency) {
        return new Money(BigDecimal.ZERO, currency);
    }

    public Money plus(Money other) {
        return new Money(amount.add(same(other).amount), currency);
    }

    public Money minus(Money other) {
        return new Money(amount.subtract(same(other).amount), currency);
    }

    public Money times(BigDecimal factor) {
        return new Money(amount.multiply(factor), currency);
    }

    /** The smaller of both. */
    public Money min(Money other) {
        return amount.compareTo(same(other).amount) <= 0 ? this : other;
    }

    /** To the currency's minor unit, half away from zero. */
    public Money rounded() {
        return new Money(amount.setScale(currency.getDefaultFractionDigits(), RoundingMode.HALF_UP), currency);
    }

    private Money same(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("amounts of " + currency + " and " + other.currency + " don't mix");
        }
        return other;
    }
}
