package dev.wellfield.server.money;

import dev.wellfield.core.metering.HeldCards;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.metering.UsageTotals;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was used in a window: the facts, and what runs now and hasn't become facts yet. */
final class Usage {
    private Usage() {}

    /** What money is reckoned from. It reads sums, not facts. */
    static UsageTotals totals(Transaction tx, String tenant, TimeWindow window, Instant now) {
        UsageTotals written = new UsageTotals(
                tx.cardSums().totals(tenant, window), tx.tokenRollup().totals(tenant, window));
        return written.plus(UsageTotals.of(open(tx, Visible.EVERYTHING, tenant, window, now), window));
    }

    /** A tenant's card time, fact by fact, and after that what isn't one yet. */
    static List<UsageFact.CardTime> cards(Transaction tx, String tenant, TimeWindow window, Instant now) {
        List<UsageFact.CardTime> all = new ArrayList<>(tx.usageFacts().cardTime(Visible.EVERYTHING, tenant, window));
        all.addAll(open(tx, Visible.EVERYTHING, tenant, window, now));
        return all;
    }

    /** Card time up to now that isn't a fact yet. Hours that are full but not written down yet count as open too. */
    static List<UsageFact.CardTime> open(
            Transaction tx, Visible visible, @Nullable String tenant, TimeWindow window, Instant now) {
        List<UsageFact.CardTime> open = new ArrayList<>();
        for (Allocations.Row row : tx.allocations().unmetered(tenant)) {
            if (visible.shows(row.allocation().tenant())) {
                row.held()
                        .ifPresent(held -> open(row, held, now)
                                .filter(fact -> fact.window().intersect(window).isPresent())
                                .forEach(open::add));
            }
        }
        return open;
    }

    /** What lies before {@code meteredTo} was written in the transaction that moved it there. */
    private static Stream<UsageFact.CardTime> open(Allocations.Row row, HeldCards held, Instant now) {
        Instant written = row.meteredTo();
        return Stream.concat(held.certainFacts(now).stream(), held.openFacts(now).stream())
                .filter(fact -> written == null || !fact.window().from().isBefore(written));
    }
}
