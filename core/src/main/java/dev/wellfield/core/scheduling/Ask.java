package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.MigProfile;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A request in exact numbers: every default filled in, in one pool. Made only by {@link AskCheck}.
 *
 * @param cards number of cards, all on one node
 * @param memoryMib device memory of each card, MiB; 0 without cards
 * @param computePermille compute of each card
 * @param bandwidthPermille memory bandwidth of each card
 * @param whole whole cards
 * @param profile a hardware slice of each card
 */
public record Ask(
        String tenant,
        String pool,
        CardModel model,
        int cards,
        long memoryMib,
        int computePermille,
        int bandwidthPermille,
        boolean whole,
        @Nullable MigProfile profile,
        Isolation isolation,
        long cpuMilli,
        long hostMemoryMib) {

    /** The share that it would hold of the card of that index; a slice begins at {@code sliceStart}. */
    public Share share(int card, int sliceStart) {
        Slice slice = profile == null ? null : new Slice(profile.name(), sliceStart);
        return new Share(card, memoryMib, computePermille, bandwidthPermille, whole, slice);
    }

    /** All that it takes, in every dimension. Memory and compute count once for each card. */
    public Amounts amounts() {
        Amounts sum = Amounts.ZERO
                .with(Dimension.CONCURRENCY, 1)
                .with(Dimension.CPU, cpuMilli)
                .with(Dimension.HOST_MEMORY, hostMemoryMib);
        for (int card = 0; card < cards; card++) {
            sum = sum.plus(share(card, 0).amounts(model));
        }
        return sum;
    }
}
