package dev.wellfield.store;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Quotas as JSON. */
public final class QuotaSpecs {
    private QuotaSpecs() {}

    /**
     * Reads a quota.
     *
     * @throws IllegalArgumentException if it contradicts itself; the message names the dimension
     */
    public static Quota quota(String tenant, String pool, JsonNode spec, int version) {
        Map<Dimension, Limit> limits = new EnumMap<>(Dimension.class);
        spec.path("limits").properties().forEach(entry -> {
            try {
                limits.put(
                        Dimension.valueOf(entry.getKey()),
                        new Limit(
                                entry.getValue().path("guarantee").asLong(0),
                                Json.number(entry.getValue(), "ceiling")));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(entry.getKey() + ": " + e.getMessage(), e);
            }
        });
        return new Quota(
                tenant,
                pool,
                limits,
                Json.number(spec, "memoryPerCardMib"),
                Quota.OverQuota.valueOf(spec.path("overQuota").asString("QUEUE")),
                version);
    }
}
