package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Dimension;
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
        List<Card> cards = resources.nodes().stream()
                .flatMap(node -> node.cards().stream())
                .filter(card -> card.pool().equals(name))
                .toList();
        boolean simulated = resources.nodes().stream()
                .anyMatch(node -> node.simulated()
                        && node.cards().stream().anyMatch(card -> card.pool().equals(name)));
        Amounts capacity = cards.stream()
                .filter(Card::healthy)
                .map(card -> card.model().capacity())
                .reduce(Amounts.ZERO, Amounts::plus);
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
                quantities.add(quantity(dimension, capacity, allocated, quotas, held, name));
            }
        }
        return json;
    }

    private static ObjectNode quantity(
            Dimension dimension,
            Amounts capacity,
            Amounts allocated,
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
                .put("free", capacity.get(dimension) - allocated.get(dimension));
    }
}
