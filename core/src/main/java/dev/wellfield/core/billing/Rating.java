package dev.wellfield.core.billing;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.metering.UsageTotals;
import dev.wellfield.core.tenancy.Tenant;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a month's usage into lines. A pure function: the same usage, subscriptions and prices give the same lines. Each line
 * is rounded once; the total is the sum of rounded lines.
 */
public final class Rating {
    private Rating() {}

    /**
     * @param used by this tenant in this month as its zone has it
     * @param asOf up to when that goes
     */
    public static InvoicePreview preview(
            Tenant tenant,
            YearMonth month,
            PriceBook prices,
            List<Subscription> subscriptions,
            UsageTotals used,
            Instant asOf) {
        TimeWindow window = TimeWindow.of(month, tenant.zone());
        List<InvoiceLine> lines = new ArrayList<>();
        lines.addAll(CardRating.lines(month, prices, subscriptions, used.cards()));
        lines.addAll(TokenRating.lines(tenant, prices, used.tokens()));
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
                        held.within(window).ifPresent(own::add);
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
}
