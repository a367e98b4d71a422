package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What must be true of a quota's numbers. The answers point at fields under a {@code pointer} to its limits. */
final class QuotaRules {
    private QuotaRules() {}

    /** No ceiling is below its guarantee. */
    static List<FieldError> ceilings(JsonNode spec, String pointer) {
        List<FieldError> errors = new ArrayList<>();
        for (Dimension dimension : Dimension.values()) {
            JsonNode limit = spec.path("limits").path(dimension.name());
            long guarantee = limit.path("guarantee").asLong(0);
            long ceiling = limit.path("ceiling").asLong(guarantee);
            if (ceiling < guarantee) {
                errors.add(FieldError.of(
                        pointer + "/" + dimension + "/ceiling",
                        dimension.text(ceiling),
                        "at least the guarantee, " + dimension.text(guarantee)));
            }
        }
        return errors;
    }

    /** What the healthy cards of a pool have, in the unit of the dimension. */
    static long capacity(Resources resources, String pool, Dimension dimension) {
        return resources.nodes().stream()
                .flatMap(node -> node.cards().stream())
                .filter(card -> card.healthy() && card.pool().equals(pool))
                .mapToLong(card -> card.model().capacity().get(dimension))
                .sum();
    }

    /** All guarantees of a pool together must not exceed what its healthy cards have. */
    static List<FieldError> fits(Transaction tx, Quota quota, String pointer) {
        List<FieldError> errors = new ArrayList<>();
        var resources = tx.declared().resources(false);
        for (Dimension dimension : Dimension.values()) {
            Limit limit = quota.limit(dimension);
            if (!dimension.ofCards() || limit.guarantee() == 0) {
                continue;
            }
            long capacity = capacity(resources, quota.pool(), dimension);
            long others = resources.quotas().stream()
                    .filter(it -> it.pool().equals(quota.pool()) && !it.tenant().equals(quota.tenant()))
                    .mapToLong(it -> it.limit(dimension).guarantee())
                    .sum();
            if (others + limit.guarantee() > capacity) {
                errors.add(FieldError.of(
                        pointer + "/" + dimension + "/guarantee",
                        dimension.text(limit.guarantee()),
                        "at most " + dimension.text(Math.max(0, capacity - others)) + ": pool " + quota.pool() + " has "
                                + dimension.text(capacity) + ", others are guaranteed " + dimension.text(others)));
            }
        }
        return errors;
    }
}
