package dev.wellfield.core.pool;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A physical accelerator.
 *
 * @param index its place on the node, from 0
 * @param pool the pool it belongs to
 * @param uuid the driver's id; null for a simulated card
 * @param numaNode the NUMA node it hangs on
 * @param healthy whether new work may be placed on it
 */
public record Card(
        UUID id,
        int index,
        String pool,
        CardModel model,
        @Nullable String uuid,
        int numaNode,
        boolean healthy) {}
