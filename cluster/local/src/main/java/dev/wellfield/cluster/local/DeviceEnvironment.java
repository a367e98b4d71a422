package dev.wellfield.cluster.local;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The environment by which a workload sees the cards it holds, and its limiter the limits: CUDA's, HAMi-core's (v2.10)
 * and MPS's variables. Pure.
 */
public final class DeviceEnvironment {

    private DeviceEnvironment() {}

    /**
     * The variables for these shares. Without shares every card is hidden. A limit is stated only where something enforces
     * it: a limiter that is here, or a simulated card, which behaves as if one were.
     *
     * @param held cards in the order in which the workload is to number them; all simulated or none
     * @param limiters what is installed on this machine
     * @param limiterCache a file of this allocation in which HAMi-core's processes count together; the tenant must be able
     *     to create it
     */
    public static Map<String, String> of(List<HeldShare> held, Limiters limiters, Path limiterCache) {
        boolean simulated = held.stream().anyMatch(HeldShare::simulated);
        if (simulated && !held.stream().allMatch(HeldShare::simulated)) {
            throw new IllegalArgumentException(
                    "shares (" + held + ") must be of simulated cards or of real ones, not both");
        }
        Map<String, String> environment = new LinkedHashMap<>();
        String visible = held.stream().map(HeldShare::visible).collect(Collectors.joining(","));
        environment.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        environment.put("CUDA_VISIBLE_DEVICES", visible);
        // NVIDIA's container runtime takes an empty list for all cards; void is none.
        environment.put("NVIDIA_VISIBLE_DEVICES", held.isEmpty() ? "void" : visible);
        if (held.stream().noneMatch(HeldShare::limitedBySoftware)) {
            return environment;
        }
        if (simulated || limiters.hamiCore().isPresent()) {
            hamiCore(environment, held, limiterCache);
        }
        if (!simulated) {
            limiters.hamiCore().ifPresent(library -> environment.put("LD_PRELOAD", library.toString()));
        }
        if (simulated || limiters.mpsPipeDirectory().isPresent()) {
            mps(environment, held);
        }
        limiters.mpsPipeDirectory()
                .filter(directory -> !simulated)
                .ifPresent(directory -> environment.put("CUDA_MPS_PIPE_DIRECTORY", directory.toString()));
        return environment;
    }

    private static void hamiCore(Map<String, String> environment, List<HeldShare> held, Path limiterCache) {
        for (int ordinal = 0; ordinal < held.size(); ordinal++) {
            if (held.get(ordinal).limitedBySoftware()) {
                environment.put(
                        "CUDA_DEVICE_MEMORY_LIMIT_" + ordinal, held.get(ordinal).memoryMib() + "m");
            }
        }
        environment.put("CUDA_DEVICE_SM_LIMIT", Integer.toString(percent(held)));
        environment.put("CUDA_DEVICE_MEMORY_SHARED_CACHE", limiterCache.toString());
    }

    private static void mps(Map<String, String> environment, List<HeldShare> held) {
        environment.put("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", Integer.toString(percent(held)));
        StringBuilder limits = new StringBuilder();
        for (int ordinal = 0; ordinal < held.size(); ordinal++) {
            if (held.get(ordinal).limitedBySoftware()) {
                limits.append(limits.isEmpty() ? "" : ",")
                        .append(ordinal)
                        .append('=')
                        .append(held.get(ordinal).memoryMib())
                        .append('M');
            }
        }
        environment.put("CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", limits.toString());
    }

    /** Both limiters take one percentage for all cards: the smallest, rounded down, but never 0, which is no limit. */
    private static int percent(List<HeldShare> held) {
        int permille = held.stream()
                .filter(HeldShare::limitedBySoftware)
                .mapToInt(HeldShare::computePermille)
                .min()
                .orElseThrow();
        return Math.max(1, permille / 10);
    }
}
