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

    /** What it costs of a card of {@code model} in thousandths: the larger of its compute and memory parts, rounded up. */
    public int cardsMilli(CardModel model) {
        return Math.max(
                Math.ceilDiv(computeSlices * 1000, model.computeSlices()),
                Math.ceilDiv(memorySlices * 1000, CardModel.MEMORY_SLICES));
    }
}
