package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was used in a window: the facts, and what runs now and hasn't become facts yet.
 *
 * @param open card time up to now that isn't a fact yet
 */
record Usage(List<UsageFact.CardTime> cards, List<UsageFact.CardTime> open, List<UsageFact.Tokens> tokens) {
    static Usage read(Transaction tx, Visible visible, @Nullable String tenant, TimeWindow window, Instant now) {
        return cards(tx, visible, tenant, window, now).with(tx.usageFacts().tokens(visible, tenant, window));
    }

    /** Of cards alone. */
    static Usage cards(Transaction tx, Visible visible, @Nullable String tenant, TimeWindow window, Instant now) {
        List<UsageFact.CardTime> cards = tx.usageFacts().cardTime(visible, tenant, window);
        return new Usage(cards, open(tx, cards, visible, tenant, window, now), List.of());
    }

    private Usage with(List<UsageFact.Tokens> all) {
        return new Usage(cards, open, all);
    }

    /** Hours that are full but not written down yet count as open too. */
    private static List<UsageFact.CardTime> open(
            Transaction tx,
            List<UsageFact.CardTime> written,
            Visible visible,
            @Nullable String tenant,
            TimeWindow window,
            Instant now) {
        Set<List<Object>> known = written.stream().map(Usage::identity).collect(Collectors.toSet());
        List<UsageFact.CardTime> open = new ArrayList<>();
        for (Allocations.Row row : tx.allocations().unmetered()) {
            String owner = row.allocation().tenant();
            if (visible.shows(owner) && (tenant == null || tenant.equals(owner))) {
                row.held().ifPresent(held -> {
                    open.addAll(held.certainFacts(now));
                    open.addAll(held.openFacts(now));
                });
            }
        }
        return open.stream()
                .filter(fact -> fact.window().intersect(window).isPresent())
                .filter(fact -> !known.contains(identity(fact)))
                .toList();
    }

    private static List<Object> identity(UsageFact.CardTime fact) {
        return List.of(fact.allocationId(), fact.card(), fact.window().from());
    }

    /** Everything, for rating. */
    List<UsageFact> facts() {
        List<UsageFact> facts = new ArrayList<>(cards);
        facts.addAll(open);
        facts.addAll(tokens);
        return facts;
    }
}
