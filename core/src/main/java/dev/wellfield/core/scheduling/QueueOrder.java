package dev.wellfield.core.scheduling;

import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Tenant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The order in which those who wait are served: by plan (reserved first), then by priority, then by the time of submission.
 * A later one may still go first where an earlier one doesn't fit.
 */
public final class QueueOrder {
    private QueueOrder() {}

    /** @param tenants by name; one that isn't there any more counts as the last of plans */
    static Comparator<Workload> of(Map<String, Tenant> tenants) {
        return Comparator.comparing((Workload it) -> tenants.containsKey(it.tenant())
                        ? tenants.get(it.tenant()).cardsPlan().type()
                        : PlanType.SPOT)
                .thenComparingInt(it -> -it.spec().priority())
                .thenComparing(Workload::submittedAt)
                .thenComparing(Workload::id);
    }

    /** The place of each in the queue of its pool, from 1. Those that don't wait have none. */
    public static Map<UUID, Integer> positions(Collection<Workload> workloads, Map<String, Tenant> tenants) {
        List<Workload> queue = workloads.stream()
                .filter(it -> it.state() instanceof WorkloadState.Queued)
                .sorted(of(tenants))
                .toList();
        Map<String, Integer> last = new HashMap<>();
        Map<UUID, Integer> positions = new HashMap<>();
        queue.forEach(it -> positions.put(it.id(), last.merge(it.ask().pool(), 1, Integer::sum)));
        return positions;
    }
}
