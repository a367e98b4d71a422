package dev.wellfield.core.pool;

import java.util.List;
import java.util.Optional;

/**
 * A model of accelerator.
 *
 * @param name our name, e.g. {@code A100-40GB}
 * @param vendor who makes it
 * @param driverName the chip as its driver calls it, by which a real card is recognised
 * @param memoryMib device memory, MiB
 * @param bandwidthMbps device memory bandwidth, MB/s
 * @param computeSlices compute units of its hardware partitioning; 1 where it has none
 * @param migProfiles hardware partitions, empty where it has none
 */
public record CardModel(
        String name,
        String vendor,
        String driverName,
        long memoryMib,
        long bandwidthMbps,
        int computeSlices,
        List<MigProfile> migProfiles) {
    /** Memory slices of every card that can be partitioned by MIG. */
    static final int MEMORY_SLICES = 8;

    public CardModel {
        migProfiles = List.copyOf(migProfiles);
    }

    public Optional<MigProfile> migProfile(String profile) {
        return migProfiles.stream().filter(it -> it.name().equals(profile)).findFirst();
    }

    /** What {@code permille} of this card's bandwidth is in MB/s, rounded down. */
    public long bandwidthMbps(int permille) {
        return bandwidthMbps * permille / 1000;
    }

    /** All that one card offers. */
    public Amounts capacity() {
        return Amounts.ZERO
                .with(Dimension.CARDS, 1000)
                .with(Dimension.MEMORY, memoryMib)
                .with(Dimension.COMPUTE, 1000)
                .with(Dimension.BANDWIDTH, bandwidthMbps);
    }
}
