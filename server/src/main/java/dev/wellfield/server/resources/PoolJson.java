package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.CardView;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Stored;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A pool with what it has, and how much of it is held, promised, borrowed and free. */
final class PoolJson {
    private PoolJson() {}

    static ObjectNode of(Stored pool, Resources resources, List<Allocations.Row> held) {
        String name = pool.name();
        List<CardView> cards = resources.nodes().stream()
                .flatMap(node -> node.cards().stream()
                        .filter(card -> card.pool().equals(name))
                        .map(card -> new CardView(card, shares(held, node, card))))
                .toList();
        boolean simulated = resources.nodes().stream()
                .anyMatch(node -> node.simulated()
                        && node.cards().stream().anyMatch(card -> card.pool().equals(name)));
        List<CardView> healthy =
                cards.stream().filter(card -> card.card().healthy()).toList();
        Amounts capacity =
                healthy.stream().map(card -> card.card().model().capacity()).reduce(Amounts.ZERO, Amounts::plus);
        // Less than what isn't allocated: nobody else gets what a tenant leaves of a card that it holds whole.
        Amounts free = healthy.stream().map(CardView::free).reduce(Amounts.ZERO, Amounts::plus);
        Amounts allocated = held.stream()
                .filter(it -> it.allocation().pool().equals(name))
                .map(it -> it.allocation().amounts(it.model()))
                .reduce(Amounts.ZERO, Amounts::plus);
        List<Quota> quotas =
                resources.quotas().stream().filter(it -> it.pool().equals(name)).toList();
        ObjectNode json = ResourceJson.of(Kind.POOL, pool);
        ObjectNode status = json.putObject("status");
        status.put("cards", cards.size()).put("simulated", simulated);
        ArrayNode quantities = status.putArray("quantities");
        for (Dimension dimension : Dimension.values()) {
            if (dimension.ofCards()) {
                quantities.add(quantity(dimension, capacity, allocated, free, quotas, held, name));
            }
        }
        return json;
    }

    private static List<Share> shares(List<Allocations.Row> held, Node node, Card card) {
        return held.stream()
                .map(Allocations.Row::allocation)
                .filter(allocation -> allocation.node().equals(node.name()))
                .flatMap(allocation -> allocation.shares().stream())
                .filter(share -> share.card() == card.index())
                .toList();
    }

    private static ObjectNode quantity(
            Dimension dimension,
            Amounts capacity,
            Amounts allocated,
            Amounts free,
            List<Quota> quotas,
            List<Allocations.Row> held,
            String pool) {
        long guaranteed = 0;
        long withinGuarantees = 0;
        for (Quota quota : quotas) {
            long guarantee = quota.limit(dimension).guarantee();
            guaranteed += guarantee;
            withinGuarantees += Math.min(
                    guarantee, QuotaJson.used(held, quota.tenant(), pool).get(dimension));
        }
        return Json.object()
                .put("dimension", dimension.name())
                .put("capacity", capacity.get(dimension))
                .put("allocated", allocated.get(dimension))
                .put("guaranteed", guaranteed)
                // Where nothing is guaranteed to anybody there is nothing to borrow from.
                .put("borrowed", guaranteed == 0 ? 0 : allocated.get(dimension) - withinGuarantees)
                .put("free", free.get(dimension));
    }
}
