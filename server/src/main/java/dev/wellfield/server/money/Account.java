package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoicePreview;
import dev.wellfield.core.billing.PriceBook;
import dev.wellfield.core.billing.Rating;
import dev.wellfield.core.billing.Subscription;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.store.BillingSpecs;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tenant's month with all that its invoice is made of.
 *
 * @param facts up to now, of this tenant
 */
record Account(Tenant tenant, TimeWindow window, List<UsageFact> facts, InvoicePreview preview) {
    private static final Visible ALL = new Visible(true, Set.of());

    static Account read(Transaction tx, String name, YearMonth month, Instant now) {
        Tenant tenant = Optional.ofNullable(tx.declared().tenantsEver().get(name))
                .orElseThrow(() -> Problem.notFound("tenant", name).exception());
        TimeWindow window = TimeWindow.of(month, tenant.zone());
        List<UsageFact> facts = Usage.read(tx, ALL, name, window, now).facts();
        Stored book =
                tx.declared().find(Kind.PRICE_BOOK, null, tenant.priceBook()).orElseThrow();
        PriceBook prices = BillingSpecs.priceBook(book.name(), book.spec());
        List<Subscription> subscriptions = tx.declared().list(Kind.SUBSCRIPTION, name).stream()
                .map(stored -> BillingSpecs.subscription(name, stored.name(), stored.spec()))
                .toList();
        return new Account(tenant, window, facts, Rating.preview(tenant, month, prices, subscriptions, facts, now));
    }
}
