package dev.wellfield.server.money;

import dev.wellfield.core.billing.ChargeStep;
import dev.wellfield.store.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** A step of a charge as the contract has it: its code and numbers for whoever has words of their own, and an English text. */
final class StepJson {
    /** Digits after the point that a value is shown with. */
    private static final int DIGITS = 10;

    private StepJson() {}

    static ObjectNode of(ChargeStep step) {
        ObjectNode params = Json.object();
        Said said = said(step, params);
        ObjectNode json = Json.object().put("code", said.code());
        json.set("params", params);
        return json.put("text", said.text()).put("value", plain(step.value()));
    }

    private record Said(String code, String text) {}

    private static Said said(ChargeStep step, ObjectNode params) {
        return switch (step) {
            case ChargeStep.MonthPrice price -> monthPrice(price, params);
            case ChargeStep.FurtherUnit further -> {
                params.put("less", plain(further.less()));
                yield new Said("FURTHER_UNIT", "each further unit less " + plain(further.less()));
            }
            case ChargeStep.Units units -> {
                params.put("units", Integer.toString(units.units()));
                yield new Said("UNITS", units.units() + " cards");
            }
            case ChargeStep.PartOfMonth part -> {
                params.put("days", Integer.toString(part.days())).put("of", Integer.toString(part.of()));
                yield new Said("PART_OF_MONTH", part.days() + " of " + part.of() + " days");
            }
            case ChargeStep.CardHours hours -> cardHours(hours, params);
            case ChargeStep.HourPrice price -> hourPrice(price, params);
            case ChargeStep.MonthPriceAtMost most -> {
                params.put("perMonth", plain(most.perMonth()));
                yield new Said(
                        "MONTH_PRICE_AT_MOST", "by card, each at most its month price " + plain(most.perMonth()));
            }
            case ChargeStep.HoursTimesPrice ignored -> new Said("HOURS_TIMES_PRICE", "card-hours x price of an hour");
            case ChargeStep.FlatPrice ignored -> new Said("FLAT_PRICE", "flat price of the month");
            case ChargeStep.Tokens tokens -> {
                params.put("requests", Long.toString(tokens.requests()));
                yield new Said("TOKENS", count(tokens.requests(), "request") + ", tokens");
            }
            case ChargeStep.MillionsTimesPrice price -> {
                params.put("perMillion", plain(price.perMillion()));
                yield new Said("MILLIONS_TIMES_PRICE", "tokens / 1,000,000 x " + plain(price.perMillion()));
            }
            case ChargeStep.CoveredByReservation ignored ->
                new Said("COVERED_BY_RESERVATION", "covered by the reservation");
            case ChargeStep.CoveredByUnlimited ignored ->
                new Said("COVERED_BY_UNLIMITED", "covered by the unlimited plan");
            case ChargeStep.OwnModel ignored -> new Said("OWN_MODEL", "one's own model");
            case ChargeStep.NoPrice none -> {
                params.put("priceBook", none.priceBook()).put("subject", none.subject());
                yield new Said("NO_PRICE", "price book " + none.priceBook() + " has no price for " + none.subject());
            }
        };
    }

    private static Said monthPrice(ChargeStep.MonthPrice price, ObjectNode params) {
        params.put("perMonth", plain(price.perMonth()));
        String text = "month price " + plain(price.perMonth());
        if (price.discountPermille() == 0) {
            return new Said("MONTH_PRICE", text);
        }
        String percent = plain(BigDecimal.valueOf(price.discountPermille(), 1));
        String term = Objects.requireNonNull(price.term()).name();
        params.put("percent", percent).put("term", term);
        return new Said(
                "MONTH_PRICE_OF_TERM",
                text + " less " + percent + " % for a " + term.toLowerCase(Locale.ROOT) + "'s term");
    }

    private static Said cardHours(ChargeStep.CardHours hours, ObjectNode params) {
        params.put("facts", Long.toString(hours.facts()));
        String text = count(hours.facts(), "fact") + ", card-hours";
        return hours.shared()
                ? new Said(
                        "CARD_HOURS_OF_SHARES",
                        text + " (a share counts as the larger of its parts of memory and compute)")
                : new Said("CARD_HOURS", text);
    }

    private static Said hourPrice(ChargeStep.HourPrice price, ObjectNode params) {
        params.put("perMonth", plain(price.perMonth()));
        String text = "month price " + plain(price.perMonth());
        if (price.spotPermille() == 1000) {
            return new Said("HOUR_PRICE", text + " / 730 h");
        }
        String part = plain(BigDecimal.valueOf(price.spotPermille(), 3));
        params.put("part", part);
        return new Said("SPOT_HOUR_PRICE", text + " x " + part + " for spot / 730 h");
    }

    /** E.g. {@code 1 fact}, {@code 2 facts}. */
    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String plain(BigDecimal value) {
        BigDecimal shorter = value.setScale(Math.clamp(value.scale(), 0, DIGITS), RoundingMode.HALF_UP);
        BigDecimal stripped = shorter.stripTrailingZeros();
        return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString();
    }
}
