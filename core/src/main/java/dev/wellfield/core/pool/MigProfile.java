package dev.wellfield.core.pool;

import java.util.List;

/**
 * A hardware partition that a card model can be cut into.
 *
 * @param name NVIDIA's name, e.g. {@code 1g.10gb}
 * @param computeSlices slices of compute it takes, of {@link CardModel#computeSlices()}
 * @param memorySlices slices of memory it takes, of 8
 * @param memoryMib memory a workload sees, MiB
 * @param maxInstances how many fit on one card at most
 * @param starts memory slices at which it may begin
 */
public record MigProfile(
        String name, int computeSlices, int memorySlices, long memoryMib, int maxInstances, List<Integer> starts) {
    public MigProfile {
        starts = List.copyOf(starts);
    }

    /**
     * What it counts as in thousandths of a card of {@code model}: the larger of its compute and memory parts, rounded down,
     * so that a card cut into sevenths is never more than one card.
     */
    public int cardsMilli(CardModel model) {
        return Math.max(computeSlices * 1000 / model.computeSlices(), memorySlices * 1000 / CardModel.MEMORY_SLICES);
    }
}
