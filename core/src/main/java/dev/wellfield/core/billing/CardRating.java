package dev.wellfield.core.billing;

import dev.wellfield.core.billing.InvoiceLine.Item;
import dev.wellfield.core.billing.InvoiceLine.Note;
import dev.wellfield.core.billing.InvoiceLine.Step;
import dev.wellfield.core.billing.InvoiceLine.Unit;
import dev.wellfield.core.billing.PriceBook.CardPrice;
import dev.wellfield.core.metering.UsageFact.CardTime;
import dev.wellfield.core.tenancy.PlanType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rates cards: reservations at their flat month price, time by the hour up to the month price of each card. */
final class CardRating {
    private static final BigDecimal MILLI_MICROS_AN_HOUR = new BigDecimal("3600000000000");
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final MathContext EXACT_ENOUGH = new MathContext(34, RoundingMode.HALF_EVEN);

    /** Begins the key of a line of use that a reservation covers. */
    private static final String USE = "reserved-use-";

    private CardRating() {}

    static List<InvoiceLine> lines(
            YearMonth month, ZoneId zone, PriceBook prices, List<Subscription> subscriptions, List<CardTime> facts) {
        List<InvoiceLine> lines = new ArrayList<>();
        for (Subscription subscription : subscriptions) {
            if (runsIn(subscription, month)) {
                lines.add(reserved(subscription, month, prices));
            }
        }
        Map<String, List<CardTime>> byLine =
                facts.stream().collect(Collectors.groupingBy(CardRating::key, TreeMap::new, Collectors.toList()));
        byLine.forEach((key, held) -> lines.add(hours(key, held, prices)));
        return lines;
    }

    static boolean belongs(CardTime fact, InvoiceLine line) {
        return switch (line.item()) {
            case CARD_HOURS, SPOT_CARD_HOURS -> key(fact).equals(line.key());
            case RESERVED_CARDS ->
                fact.plan() == PlanType.RESERVED && fact.cardModel().equals(line.subject());
            case UNLIMITED_TOKENS, INPUT_TOKENS, OUTPUT_TOKENS -> false;
        };
    }

    private static boolean runsIn(Subscription subscription, YearMonth month) {
        boolean begun = !subscription.startsOn().isAfter(month.atEndOfMonth());
        boolean over = subscription.endsOn() != null && !subscription.endsOn().isAfter(month.atDay(1));
        return begun && !over;
    }

    /** First unit at the term's price, every further one less the loyalty amount; a part month by its days. */
    private static InvoiceLine reserved(Subscription subscription, YearMonth month, PriceBook prices) {
        String key = key(subscription);
        CardPrice price = prices.card(subscription.cardModel()).orElse(null);
        BigDecimal units = BigDecimal.valueOf(subscription.units());
        if (price == null) {
            return unpriced(
                    key, Item.RESERVED_CARDS, subscription.cardModel(), units, Unit.CARD_MONTH, prices, false, false);
        }
        int permille = switch (subscription.term()) {
            case MONTH -> 0;
            case QUARTER -> price.quarterDiscountPermille();
            case YEAR -> price.yearDiscountPermille();
        };
        List<Step> steps = new ArrayList<>();
        BigDecimal first =
                price.perMonth().multiply(BigDecimal.valueOf(1000L - permille)).divide(THOUSAND);
        String less = permille == 0
                ? ""
                : " less " + percent(permille) + " for a "
                        + subscription.term().name().toLowerCase(Locale.ROOT) + "'s term";
        steps.add(new Step("month price " + plain(price.perMonth()) + less, plain(first)));
        BigDecimal further = first.subtract(price.loyaltyPerUnit()).max(BigDecimal.ZERO);
        BigDecimal sum = first.add(further.multiply(units.subtract(BigDecimal.ONE)));
        if (subscription.units() > 1 && price.loyaltyPerUnit().signum() > 0) {
            steps.add(new Step("each further unit less " + plain(price.loyaltyPerUnit()), plain(further)));
        }
        if (subscription.units() > 1) {
            steps.add(new Step(subscription.units() + " cards", plain(sum)));
        }
        int days = month.lengthOfMonth();
        int charged = chargedDays(subscription, month);
        BigDecimal amount = part(sum, charged, days);
        if (charged < days) {
            steps.add(new Step(charged + " of " + days + " days", plain(amount)));
        }
        return new InvoiceLine(
                key,
                Item.RESERVED_CARDS,
                subscription.cardModel(),
                units,
                Unit.CARD_MONTH,
                prices.money(sum.divide(units, EXACT_ENOUGH)),
                prices.money(amount).rounded(),
                prices.money(part(price.perMonth().multiply(units), charged, days))
                        .rounded(),
                false,
                false,
                false,
                List.of(),
                steps);
    }

    private static BigDecimal part(BigDecimal month, int charged, int days) {
        return month.multiply(BigDecimal.valueOf(charged)).divide(BigDecimal.valueOf(days), EXACT_ENOUGH);
    }

    private static int chargedDays(Subscription subscription, YearMonth month) {
        int from = subscription.startsOn().isAfter(month.atDay(1))
                ? subscription.startsOn().getDayOfMonth()
                : 1;
        int until = subscription.endsOn() != null && !subscription.endsOn().isAfter(month.atEndOfMonth())
                ? subscription.endsOn().getDayOfMonth() - 1
                : month.lengthOfMonth();
        return until - from + 1;
    }

    /** Its line is never taken for that of the use, whatever it is called. */
    private static String key(Subscription subscription) {
        String key = "reserved-" + subscription.name();
        return key.startsWith(USE) ? key.replaceFirst("-", "_") : key;
    }

    private static String key(CardTime fact) {
        String model = fact.cardModel().toLowerCase(Locale.ROOT);
        return switch (fact.plan()) {
            case RESERVED -> USE + model;
            case SPOT -> "spot-hours-" + model;
            case PAY_AS_YOU_GO, UNLIMITED -> "card-hours-" + model;
        };
    }

    private static InvoiceLine hours(String key, List<CardTime> facts, PriceBook prices) {
        CardTime any = facts.getFirst();
        boolean covered = any.plan() == PlanType.RESERVED;
        Item item = any.plan() == PlanType.SPOT ? Item.SPOT_CARD_HOURS : Item.CARD_HOURS;
        boolean simulated = facts.stream().anyMatch(CardTime::simulated);
        boolean estimated = facts.stream().anyMatch(CardTime::inferred);
        BigDecimal hours = hours(facts);
        CardPrice price = prices.card(any.cardModel()).orElse(null);
        if (price == null && !covered) {
            return unpriced(key, item, any.cardModel(), hours, Unit.CARD_HOUR, prices, estimated, simulated);
        }
        BigDecimal perMonth = price == null ? BigDecimal.ZERO : price.perMonth();
        BigDecimal part = item == Item.SPOT_CARD_HOURS && price != null
                ? BigDecimal.valueOf(price.spotPermille()).divide(THOUSAND)
                : BigDecimal.ONE;
        BigDecimal hourly = perMonth.multiply(part).divide(PriceBook.HOURS_A_MONTH, EXACT_ENOUGH);
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(count(facts.size(), "fact") + ", card-hours" + shares(facts), plain(hours)));
        String spot = part.compareTo(BigDecimal.ONE) == 0 ? "" : " x " + plain(part) + " for spot";
        steps.add(new Step("month price " + plain(perMonth) + spot + " / 730 h", plain(hourly)));
        Capped capped = capped(facts, hourly, perMonth.multiply(part));
        steps.add(new Step(
                capped.any()
                        ? "by card, each at most its month price " + plain(perMonth.multiply(part))
                        : "card-hours x price of an hour",
                plain(capped.sum())));
        Money list = prices.money(capped(facts, perMonth.divide(PriceBook.HOURS_A_MONTH, EXACT_ENOUGH), perMonth)
                        .sum())
                .rounded();
        if (covered) {
            steps.add(new Step("covered by the reservation", "0"));
        }
        return new InvoiceLine(
                key,
                item,
                any.cardModel(),
                hours,
                Unit.CARD_HOUR,
                prices.money(covered ? BigDecimal.ZERO : hourly),
                prices.money(covered ? BigDecimal.ZERO : capped.sum()).rounded(),
                list,
                capped.any() && !covered,
                estimated,
                simulated,
                notes(covered, price != null),
                steps);
    }

    /** What parts of cards count as, if any of the facts is about less than a whole card. */
    private static String shares(List<CardTime> facts) {
        boolean whole = facts.stream().allMatch(it -> it.cardsMilli() == 1000);
        return whole ? "" : " (a share counts as the larger of its parts of memory and compute)";
    }

    private static List<Note> notes(boolean covered, boolean priced) {
        List<Note> notes = new ArrayList<>();
        if (covered) {
            notes.add(Note.COVERED_BY_RESERVATION);
        }
        if (!priced) {
            notes.add(Note.NO_PRICE);
        }
        return notes;
    }

    private record Capped(BigDecimal sum, boolean any) {}

    private static Capped capped(List<CardTime> facts, BigDecimal hourly, BigDecimal perMonth) {
        Map<String, List<CardTime>> byCard =
                facts.stream().collect(Collectors.groupingBy(fact -> fact.node() + "/" + fact.card()));
        BigDecimal sum = BigDecimal.ZERO;
        boolean any = false;
        for (List<CardTime> card : byCard.values()) {
            BigDecimal amount = hours(card).multiply(hourly);
            any |= amount.compareTo(perMonth) > 0;
            sum = sum.add(amount.min(perMonth));
        }
        return new Capped(sum, any);
    }

    private static BigDecimal hours(List<CardTime> facts) {
        BigDecimal sum = BigDecimal.ZERO;
        for (CardTime fact : facts) {
            sum = sum.add(BigDecimal.valueOf(fact.milliCardMicros()));
        }
        return sum.divide(MILLI_MICROS_AN_HOUR, EXACT_ENOUGH);
    }

    private static InvoiceLine unpriced(
            String key,
            Item item,
            String model,
            BigDecimal quantity,
            Unit unit,
            PriceBook prices,
            boolean estimated,
            boolean simulated) {
        Money zero = prices.money(BigDecimal.ZERO);
        return new InvoiceLine(
                key,
                item,
                model,
                quantity,
                unit,
                zero,
                zero.rounded(),
                zero.rounded(),
                false,
                estimated,
                simulated,
                List.of(Note.NO_PRICE),
                List.of(new Step("price book " + prices.name() + " has no price for " + model, "0")));
    }

    private static String percent(int permille) {
        return plain(BigDecimal.valueOf(permille, 1)) + " %";
    }

    /** E.g. {@code 1 fact}, {@code 2 facts}. */
    static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    static String plain(BigDecimal value) {
        BigDecimal short10 = value.setScale(Math.min(Math.max(value.scale(), 0), 10), RoundingMode.HALF_UP);
        BigDecimal stripped = short10.stripTrailingZeros();
        return (stripped.scale() < 0 ? stripped.setScale(0) : stripped).toPlainString();
    }
}
