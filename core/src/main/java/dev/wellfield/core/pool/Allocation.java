package dev.wellfield.core.pool;

import java.util.List;
import java.util.UUID;

/**
 * What a workload has been given: shares of one node's cards, and host CPU and memory. It is decided once and never
 * changed; its id is what executors are idempotent by.
 *
 * @param isolation the level it really has
 * @param borrowed whether it was given above the tenant's guarantee
 */
public record Allocation(
        UUID id,
        UUID workloadId,
        String tenant,
        String pool,
        String node,
        List<Share> shares,
        Isolation isolation,
        boolean simulated,
        boolean borrowed,
        long cpuMilli,
        long hostMemoryMib) {
    public Allocation {
        shares = List.copyOf(shares);
    }

    /** What it takes in every dimension. */
    public Amounts amounts(CardModel model) {
        Amounts sum = Amounts.ZERO
                .with(Dimension.CONCURRENCY, 1)
                .with(Dimension.CPU, cpuMilli)
                .with(Dimension.HOST_MEMORY, hostMemoryMib);
        for (Share share : shares) {
            sum = sum.plus(share.amounts(model));
        }
        return sum;
    }
}
