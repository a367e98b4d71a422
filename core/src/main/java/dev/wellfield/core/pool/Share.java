package dev.wellfield.core.pool;

import org.jspecify.annotations.Nullable;

/**
 * What one workload holds of one card.
 *
 * @param card the card's index on its node
 * @param memoryMib device memory, MiB
 * @param computePermille compute, thousandths of the card
 * @param bandwidthPermille memory bandwidth, thousandths of the card; budgeted, not enforced, on a software share
 * @param whole nobody else may hold anything of the card
 * @param slice the hardware partition, if the share is one
 */
public record Share(
        int card,
        long memoryMib,
        int computePermille,
        int bandwidthPermille,
        boolean whole,
        @Nullable Slice slice) {
    public Share {
        if (memoryMib < 1) {
            throw new IllegalArgumentException("memoryMib (" + memoryMib + ") must be at least 1");
        }
        if (computePermille < 1 || computePermille > 1000) {
            throw new IllegalArgumentException("computePermille (" + computePermille + ") must be 1 to 1000");
        }
    }

    /** What it counts as in thousandths of a card of {@code model}: the larger of memory and compute, rounded down. */
    public int cardsMilli(CardModel model) {
        if (whole) {
            return 1000;
        }
        if (slice != null) {
            return model.migProfile(slice.profile()).orElseThrow().cardsMilli(model);
        }
        return Math.max(Math.toIntExact(memoryMib * 1000 / model.memoryMib()), computePermille);
    }

    /** What it takes of its card in every dimension of cards. */
    public Amounts amounts(CardModel model) {
        return Amounts.ZERO
                .with(Dimension.CARDS, cardsMilli(model))
                .with(Dimension.MEMORY, memoryMib)
                .with(Dimension.COMPUTE, computePermille)
                .with(Dimension.BANDWIDTH, model.bandwidthMbps(bandwidthPermille));
    }
}
