package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoicePreview;
import dev.wellfield.core.billing.PriceBook;
import dev.wellfield.core.billing.Rating;
import dev.wellfield.core.billing.Subscription;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageTotals;
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

/** A tenant's month and what it would cost as of now, rated from sums of its facts. */
record Account(Tenant tenant, TimeWindow window, InvoicePreview preview) {
    static Account read(Transaction tx, String name, YearMonth month, Instant now) {
        Tenant tenant = Optional.ofNullable(tx.declared().tenantsEver().get(name))
                .orElseThrow(() -> Problem.notFound("tenant", name).exception());
        return read(tx, tenant, month, now);
    }

    static Account read(Transaction tx, Tenant tenant, YearMonth month, Instant now) {
        TimeWindow window = TimeWindow.of(month, tenant.zone());
        Stored book =
                tx.declared().find(Kind.PRICE_BOOK, null, tenant.priceBook()).orElseThrow();
        PriceBook prices = BillingSpecs.priceBook(book.name(), book.spec());
        List<Subscription> subscriptions = tx.declared().list(Kind.SUBSCRIPTION, tenant.name()).stream()
                .map(stored -> BillingSpecs.subscription(tenant.name(), stored.name(), stored.spec()))
                .toList();
        UsageTotals used = Usage.totals(tx, tenant.name(), window, now);
        return new Account(tenant, window, Rating.preview(tenant, month, prices, subscriptions, used, now));
    }
}
