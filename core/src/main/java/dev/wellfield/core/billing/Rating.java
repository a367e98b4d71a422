package dev.wellfield.core.billing;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.tenancy.Tenant;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns a month's facts into lines. A pure function: the same facts, subscriptions and prices give the same lines. Each line
 * is rounded once; the total is the sum of rounded lines.
 */
public final class Rating {
    private Rating() {}

    /**
     * @param facts of this tenant; those outside the month are left out, those across its ends are cut
     * @param asOf up to when the facts go
     */
    public static InvoicePreview preview(
            Tenant tenant,
            YearMonth month,
            PriceBook prices,
            List<Subscription> subscriptions,
            List<UsageFact> facts,
            Instant asOf) {
        TimeWindow window = TimeWindow.of(month, tenant.zone());
        List<UsageFact.CardTime> cardTime = new ArrayList<>();
        List<UsageFact.Tokens> tokens = new ArrayList<>();
        for (UsageFact fact : facts) {
            switch (fact) {
                case UsageFact.CardTime held -> cut(held, window).ifPresent(cardTime::add);
                case UsageFact.Tokens used -> {
                    if (window.contains(used.settledAt())) {
                        tokens.add(used);
                    }
                }
            }
        }
        List<InvoiceLine> lines = new ArrayList<>();
        lines.addAll(CardRating.lines(month, tenant.zone(), prices, subscriptions, cardTime));
        lines.addAll(TokenRating.lines(tenant, prices, tokens));
        Money total = lines.stream()
                .map(InvoiceLine::amount)
                .reduce(Money.zero(prices.currency()).rounded(), Money::plus);
        return new InvoicePreview(tenant.name(), month, tenant.zone(), window, asOf, prices.name(), lines, total);
    }

    /** The facts that a line is made of. */
    public static List<UsageFact> factsOf(InvoiceLine line, TimeWindow window, List<UsageFact> facts) {
        List<UsageFact> own = new ArrayList<>();
        for (UsageFact fact : facts) {
            switch (fact) {
                case UsageFact.CardTime held -> {
                    if (CardRating.belongs(held, line)) {
                        cut(held, window).ifPresent(own::add);
                    }
                }
                case UsageFact.Tokens used -> {
                    if (TokenRating.belongs(used, line) && window.contains(used.settledAt())) {
                        own.add(used);
                    }
                }
            }
        }
        return own;
    }

    private static Optional<UsageFact.CardTime> cut(UsageFact.CardTime held, TimeWindow window) {
        return held.window()
                .intersect(window)
                .map(part -> new UsageFact.CardTime(
                        held.allocationId(),
                        held.tenant(),
                        held.workload(),
                        held.pool(),
                        held.cardModel(),
                        held.node(),
                        held.card(),
                        held.cardsMilli(),
                        held.plan(),
                        part,
                        held.simulated(),
                        held.inferred()));
    }
}
