package dev.wellfield.core.tenancy;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Dimension;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant may hold of a pool.
 *
 * @param limits by dimension; an absent one is {@link Limit#NONE}
 * @param memoryPerCardMib the most device memory one workload may hold of one card; null means the card's own
 * @param overQuota what happens to a request above the ceiling that would fit later
 * @param version counts up with every change, from 1
 */
public record Quota(
        String tenant,
        String pool,
        Map<Dimension, Limit> limits,
        @Nullable Long memoryPerCardMib,
        OverQuota overQuota,
        int version) {
    public Quota {
        limits = Map.copyOf(limits);
        if (memoryPerCardMib != null && memoryPerCardMib < 1) {
            throw new IllegalArgumentException("memoryPerCardMib (" + memoryPerCardMib + ") must be at least 1");
        }
    }

    /** What to do with a request that is over quota now. */
    public enum OverQuota {
        /** It waits. */
        QUEUE,
        /** It is refused at once. */
        REFUSE
    }

    public Limit limit(Dimension dimension) {
        return limits.getOrDefault(dimension, Limit.NONE);
    }

    /** The guarantees of every dimension. */
    public Amounts guarantees() {
        Map<Dimension, Long> guarantees = new EnumMap<>(Dimension.class);
        limits.forEach((dimension, limit) -> guarantees.put(dimension, limit.guarantee()));
        return Amounts.of(guarantees);
    }
}
