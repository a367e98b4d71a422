package dev.wellfield.cluster.local;

import org.jspecify.annotations.Nullable;

/**
 * What one workload holds of one card of this machine, as far as the card's driver and limiter have to be told.
 *
 * @param index the card's number on this machine, from 0, in the order of PCI addresses
 * @param uuid the card's UUID as the driver says it, such as GPU-...
 * @param memoryMib device memory in MiB, at least 1
 * @param computePermille share of the card's compute units, 1 to 1000
 * @param whole the card belongs to this workload alone; it has no limits then
 * @param migUuid the UUID of the hardware partition held (MIG-...), which is its own limit; null if it isn't one
 */
public record HeldShare(
        int index,
        String uuid,
        long memoryMib,
        int computePermille,
        boolean whole,
        boolean simulated,
        @Nullable String migUuid) {

    public HeldShare {
        if (index < 0) {
            throw new IllegalArgumentException("index (" + index + ") must not be negative");
        }
        if (uuid.isBlank() || uuid.contains(",")) {
            throw new IllegalArgumentException("uuid (" + uuid + ") must be one card's UUID");
        }
        if (memoryMib < 1) {
            throw new IllegalArgumentException("memoryMib (" + memoryMib + ") must be at least 1");
        }
        if (computePermille < 1 || computePermille > 1000) {
            throw new IllegalArgumentException("computePermille (" + computePermille + ") must be between 1 and 1000");
        }
        if (whole && migUuid != null) {
            throw new IllegalArgumentException("migUuid (" + migUuid + ") must be absent on a whole card");
        }
    }

    /** The name under which the workload sees it. */
    String visible() {
        return migUuid == null ? uuid : migUuid;
    }

    /** Whether only software keeps the workload within its share. */
    boolean limitedBySoftware() {
        return !whole && migUuid == null;
    }
}
