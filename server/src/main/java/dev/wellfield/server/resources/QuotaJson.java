package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Json;
import dev.wellfield.store.Quotas;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A quota with what is used and borrowed of it. */
final class QuotaJson {
    private QuotaJson() {}

    /** @param held all allocations that are held now, of any tenant */
    static ObjectNode of(Quotas.Version version, List<Allocations.Row> held) {
        ObjectNode json = ResourceJson.head("Quota");
        json.putObject("metadata")
                .put("name", version.pool())
                .put("tenant", version.tenant())
                .put("version", version.version());
        json.set("spec", version.spec());
        ObjectNode status = json.putObject("status");
        status.put("changedBy", version.changedBy())
                .put("changedAt", version.changedAt().toString());
        Quota quota = version.quota();
        Amounts used = used(held, version.tenant(), version.pool());
        ArrayNode uses = status.putArray("use");
        for (Dimension dimension : Dimension.values()) {
            Limit limit = quota.limit(dimension);
            long amount = used.get(dimension);
            ObjectNode use = Json.object()
                    .put("dimension", dimension.name())
                    .put("used", amount)
                    .put("guarantee", limit.guarantee());
            if (limit.ceiling() != null) {
                use.put("ceiling", limit.ceiling());
            }
            // What is neither guaranteed nor limited is not lent.
            boolean lent = dimension.ofCards() && !limit.equals(Limit.NONE);
            use.put("borrowed", lent ? Math.max(0, amount - limit.guarantee()) : 0);
            uses.add(use);
        }
        return json;
    }

    static Amounts used(List<Allocations.Row> held, String tenant, String pool) {
        return held.stream()
                .filter(it -> it.allocation().tenant().equals(tenant)
                        && it.allocation().pool().equals(pool))
                .map(it -> it.allocation().amounts(it.model()))
                .reduce(Amounts.ZERO, Amounts::plus);
    }
}
