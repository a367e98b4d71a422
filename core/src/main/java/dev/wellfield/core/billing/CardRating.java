package dev.wellfield.core.billing;

import dev.wellfield.core.billing.InvoiceLine.Item;
import dev.wellfield.core.billing.InvoiceLine.Note;
import dev.wellfield.core.billing.InvoiceLine.Unit;
import dev.wellfield.core.billing.PriceBook.CardPrice;
import dev.wellfield.core.metering.CardTotal;
import dev.wellfield.core.metering.UsageFact.CardTime;
import dev.wellfield.core.tenancy.PlanType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.YearMonth;
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
            YearMonth month, PriceBook prices, List<Subscription> subscriptions, List<CardTotal> totals) {
        List<InvoiceLine> lines = new ArrayList<>();
        for (Subscription subscription : subscriptions) {
            if (runsIn(subscription, month)) {
                lines.add(reserved(subscription, month, prices));
            }
        }
        Map<String, List<CardTotal>> byLine = totals.stream()
                .collect(Collectors.groupingBy(
                        total -> key(total.plan(), total.cardModel()), TreeMap::new, Collectors.toList()));
        byLine.forEach((key, held) -> lines.add(hours(key, held, prices)));
        return lines;
    }

    static boolean belongs(CardTime fact, InvoiceLine line) {
        return switch (line.item()) {
            case CARD_HOURS, SPOT_CARD_HOURS ->
                key(fact.plan(), fact.cardModel()).equals(line.key());
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
        List<ChargeStep> steps = new ArrayList<>();
        BigDecimal first =
                price.perMonth().multiply(BigDecimal.valueOf(1000L - permille)).divide(THOUSAND);
        steps.add(new ChargeStep.MonthPrice(
                price.perMonth(), permille, permille == 0 ? null : subscription.term(), first));
        BigDecimal further = first.subtract(price.loyaltyPerUnit()).max(BigDecimal.ZERO);
        BigDecimal sum = first.add(further.multiply(units.subtract(BigDecimal.ONE)));
        if (subscription.units() > 1 && price.loyaltyPerUnit().signum() > 0) {
            steps.add(new ChargeStep.FurtherUnit(price.loyaltyPerUnit(), further));
        }
        if (subscription.units() > 1) {
            steps.add(new ChargeStep.Units(subscription.units(), sum));
        }
        int days = month.lengthOfMonth();
        int charged = chargedDays(subscription, month);
        BigDecimal amount = part(sum, charged, days);
        if (charged < days) {
            steps.add(new ChargeStep.PartOfMonth(charged, days, amount));
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

    private static String key(PlanType plan, String cardModel) {
        String model = cardModel.toLowerCase(Locale.ROOT);
        return switch (plan) {
            case RESERVED -> USE + model;
            case SPOT -> "spot-hours-" + model;
            case PAY_AS_YOU_GO, UNLIMITED -> "card-hours-" + model;
        };
    }

    private static InvoiceLine hours(String key, List<CardTotal> held, PriceBook prices) {
        CardTotal any = held.getFirst();
        boolean covered = any.plan() == PlanType.RESERVED;
        Item item = any.plan() == PlanType.SPOT ? Item.SPOT_CARD_HOURS : Item.CARD_HOURS;
        boolean simulated = held.stream().anyMatch(CardTotal::simulated);
        boolean estimated = held.stream().anyMatch(CardTotal::inferred);
        BigDecimal hours = sum(held).divide(MILLI_MICROS_AN_HOUR, EXACT_ENOUGH);
        CardPrice price = prices.card(any.cardModel()).orElse(null);
        if (price == null && !covered) {
            return unpriced(key, item, any.cardModel(), hours, Unit.CARD_HOUR, prices, estimated, simulated);
        }
        BigDecimal perMonth = price == null ? BigDecimal.ZERO : price.perMonth();
        int spot = item == Item.SPOT_CARD_HOURS && price != null ? price.spotPermille() : 1000;
        BigDecimal cap = perMonth.multiply(BigDecimal.valueOf(spot)).divide(THOUSAND);
        BigDecimal hourly = cap.divide(PriceBook.HOURS_A_MONTH, EXACT_ENOUGH);
        Capped capped = capped(held, cap);
        List<ChargeStep> steps = new ArrayList<>();
        steps.add(new ChargeStep.CardHours(
                held.stream().mapToLong(CardTotal::facts).sum(), held.stream().anyMatch(CardTotal::shared), hours));
        steps.add(new ChargeStep.HourPrice(perMonth, spot, hourly));
        steps.add(
                capped.any()
                        ? new ChargeStep.MonthPriceAtMost(cap, capped.sum())
                        : new ChargeStep.HoursTimesPrice(capped.sum()));
        if (covered) {
            steps.add(new ChargeStep.CoveredByReservation());
        }
        return new InvoiceLine(
                key,
                item,
                any.cardModel(),
                hours,
                Unit.CARD_HOUR,
                prices.money(covered ? BigDecimal.ZERO : hourly),
                prices.money(covered ? BigDecimal.ZERO : capped.sum()).rounded(),
                prices.money(capped(held, perMonth).sum()).rounded(),
                capped.any() && !covered,
                estimated,
                simulated,
                notes(covered, price != null),
                steps);
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

    /** Each card's hours at the 730th part of {@code perMonth}, and no more than {@code perMonth}. */
    private static Capped capped(List<CardTotal> held, BigDecimal perMonth) {
        Map<String, List<CardTotal>> byCard =
                held.stream().collect(Collectors.groupingBy(it -> it.node() + "/" + it.card()));
        BigDecimal sum = BigDecimal.ZERO;
        boolean any = false;
        for (List<CardTotal> card : byCard.values()) {
            // Divided last: 730 hours cost the month price to the last digit.
            BigDecimal amount = sum(card)
                    .multiply(perMonth)
                    .divide(MILLI_MICROS_AN_HOUR.multiply(PriceBook.HOURS_A_MONTH), EXACT_ENOUGH);
            any |= amount.compareTo(perMonth) > 0;
            sum = sum.add(amount.min(perMonth));
        }
        return new Capped(sum, any);
    }

    /** In thousandths of cards times microseconds. */
    private static BigDecimal sum(List<CardTotal> held) {
        BigDecimal sum = BigDecimal.ZERO;
        for (CardTotal total : held) {
            sum = sum.add(BigDecimal.valueOf(total.milliCardMicros()));
        }
        return sum;
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
                List.of(new ChargeStep.NoPrice(prices.name(), model)));
    }
}
