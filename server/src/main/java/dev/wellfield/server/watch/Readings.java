package dev.wellfield.server.watch;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.CardView;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.watch.Signal;
import dev.wellfield.core.watch.Signal.CardUse;
import dev.wellfield.core.watch.Signal.QuotaUse;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what there is to see now: quotas and cards from what is held, engines from their heartbeats and workloads. */
final class Readings {
    private Readings() {}

    static List<Signal> of(Transaction tx, Instant now) {
        Resources resources = tx.declared().resources(false);
        List<Allocations.Row> held = tx.allocations().held();
        List<Signal> signals = new ArrayList<>();
        quotas(resources.quotas(), held, signals);
        signals.addAll(tx.signals().engines(now));
        cards(resources.nodes(), held, signals);
        return signals;
    }

    /** A tenant in a pool. */
    private record Holding(String tenant, String pool) {}

    private static void quotas(List<Quota> quotas, List<Allocations.Row> held, List<Signal> signals) {
        Map<Holding, Amounts> used = new HashMap<>();
        for (Allocations.Row row : held) {
            Holding holding =
                    new Holding(row.allocation().tenant(), row.allocation().pool());
            used.merge(holding, row.allocation().amounts(row.model()), Amounts::plus);
        }
        for (Quota quota : quotas) {
            Amounts amounts = used.getOrDefault(new Holding(quota.tenant(), quota.pool()), Amounts.ZERO);
            for (Dimension dimension : Dimension.values()) {
                QuotaUse.of(quota, dimension, amounts.get(dimension)).ifPresent(signals::add);
            }
        }
    }

    /** A card of a node. */
    private record Place(String node, int card) {}

    private static void cards(List<Node> nodes, List<Allocations.Row> held, List<Signal> signals) {
        Map<Place, List<Share>> shares = new HashMap<>();
        for (Allocations.Row row : held) {
            for (Share share : row.allocation().shares()) {
                shares.computeIfAbsent(new Place(row.allocation().node(), share.card()), ignored -> new ArrayList<>())
                        .add(share);
            }
        }
        for (Node node : nodes) {
            node.cards()
                    .forEach(card -> signals.add(CardUse.of(
                            node,
                            new CardView(card, shares.getOrDefault(new Place(node.name(), card.index()), List.of())))));
        }
    }
}
