package dev.wellfield.core.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The environment variables that a tenant may not set, because they choose cards, set or lift the limits of a share, or
 * load code into every process. Pure.
 */
public final class ReservedEnvironment {

    private static final Set<String> CARDS = Set.of(
            "CUDA_VISIBLE_DEVICES",
            "NVIDIA_VISIBLE_DEVICES",
            "NVIDIA_DRIVER_CAPABILITIES",
            "HIP_VISIBLE_DEVICES",
            "ROCR_VISIBLE_DEVICES",
            "ASCEND_RT_VISIBLE_DEVICES");

    /** HAMi-core's switches (its README and libvgpu's configuration). */
    private static final Set<String> LIMITS = Set.of(
            "CUDA_DISABLE_CONTROL",
            "CUDA_OVERSUBSCRIBE",
            "CUDA_TASK_PRIORITY",
            "GPU_CORE_UTILIZATION_POLICY",
            "ACTIVE_OOM_KILLER");

    private static final List<String> CARD_PREFIXES = List.of("NVIDIA_MIG_");
    private static final List<String> LIMIT_PREFIXES = List.of("CUDA_DEVICE_", "CUDA_MPS_");

    /** The dynamic loader's, of which LD_LIBRARY_PATH is a tenant's own affair: it adds no code that wasn't asked for. */
    private static final Set<String> LOADERS = Set.of("LD_PRELOAD", "LD_AUDIT");

    /** By which Wellfield tells engines the key that they are to ask for. */
    private static final Set<String> ENGINE_KEYS = Set.of("VLLM_API_KEY", "LLAMA_API_KEY");

    /** Why a variable is reserved. */
    public enum Reason {
        /** Wellfield chooses the cards. */
        CHOOSES_CARDS,
        /** Wellfield sets the limits of a share. */
        SETS_LIMITS,
        /** It could switch a limiter off. */
        LOADS_CODE,
        /** Wellfield tells the workload something by it. */
        BELONGS_TO_WELLFIELD
    }

    private ReservedEnvironment() {}

    /** Why a tenant may not set the variable, or empty if it may. Names are compared exactly, as the kernel does. */
    public static Optional<Reason> reason(String name) {
        if (CARDS.contains(name) || CARD_PREFIXES.stream().anyMatch(name::startsWith)) {
            return Optional.of(Reason.CHOOSES_CARDS);
        }
        if (LIMITS.contains(name) || LIMIT_PREFIXES.stream().anyMatch(name::startsWith)) {
            return Optional.of(Reason.SETS_LIMITS);
        }
        if (LOADERS.contains(name)) {
            return Optional.of(Reason.LOADS_CODE);
        }
        if (name.startsWith("WELLFIELD_") || ENGINE_KEYS.contains(name)) {
            return Optional.of(Reason.BELONGS_TO_WELLFIELD);
        }
        return Optional.empty();
    }

    /** Whether a tenant may set the variable. */
    public static boolean allowed(String name) {
        return reason(name).isEmpty();
    }
}
