package dev.wellfield.cluster.local;

import java.util.List;
import java.util.OptionalInt;

/**
 * One NVIDIA card as its driver describes it.
 *
 * @param index the driver's number for it, in the order of PCI addresses
 * @param name the product, such as "NVIDIA A100-SXM4-40GB"
 * @param uuid GPU-...
 * @param memoryMib all its memory in MiB, what the driver keeps for itself included
 * @param pciBusId domain:bus:device.function in lower case, the domain of four digits as in /sys
 * @param node the NUMA node it hangs on; -1 if the machine has none
 * @param nvlinkPeers PCI addresses of what its active NVLinks lead to, in order, without repeats; a switch is one
 */
public record NvidiaCard(
        int index,
        String name,
        String uuid,
        long memoryMib,
        String pciBusId,
        int node,
        MigMode mig,
        List<String> nvlinkPeers) {

    /** Whether the card is cut into hardware partitions. */
    public enum MigMode {
        UNSUPPORTED,
        DISABLED,
        ENABLED
    }

    public NvidiaCard {
        nvlinkPeers = List.copyOf(nvlinkPeers);
    }

    /** The NUMA node, if the machine has any. */
    public OptionalInt numaNode() {
        return node < 0 ? OptionalInt.empty() : OptionalInt.of(node);
    }
}
