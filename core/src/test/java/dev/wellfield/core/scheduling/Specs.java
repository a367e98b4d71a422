package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.scheduling.WorkloadSpec.ShareSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What engineers ask for in tests, everything that isn't said being small. */
public final class Specs {
    private Specs() {}

    public static WorkloadSpec whole(int cards) {
        return spec(cards, null, null, 1000, 1024, 0);
    }

    /** Work on CPUs alone. */
    public static WorkloadSpec cpus(long cpuMilli, long hostMemoryMib) {
        return spec(0, null, null, cpuMilli, hostMemoryMib, 0);
    }

    public static WorkloadSpec share(@Nullable Long memoryMib, @Nullable Integer computePermille) {
        return shares(1, memoryMib, computePermille);
    }

    public static WorkloadSpec shares(int cards, @Nullable Long memoryMib, @Nullable Integer computePermille) {
        return spec(cards, new ShareSpec(memoryMib, computePermille, null, null), null, 1000, 1024, 0);
    }

    public static WorkloadSpec slice(String profile) {
        return spec(1, new ShareSpec(null, null, null, profile), null, 1000, 1024, 0);
    }

    public static WorkloadSpec at(Isolation isolation, WorkloadSpec spec) {
        return spec(spec.cards(), spec.share(), isolation, spec.cpuMilli(), spec.hostMemoryMib(), spec.priority());
    }

    public static WorkloadSpec withPriority(int priority, WorkloadSpec spec) {
        return spec(spec.cards(), spec.share(), spec.isolation(), spec.cpuMilli(), spec.hostMemoryMib(), priority);
    }

    public static WorkloadSpec withHost(long cpuMilli, long hostMemoryMib, WorkloadSpec spec) {
        return spec(spec.cards(), spec.share(), spec.isolation(), cpuMilli, hostMemoryMib, spec.priority());
    }

    public static WorkloadSpec spec(
            int cards,
            @Nullable ShareSpec share,
            @Nullable Isolation isolation,
            long cpuMilli,
            long hostMemoryMib,
            int priority) {
        return new WorkloadSpec(
                WorkloadType.BATCH,
                List.of("sh", "-c", "exec sleep 600"),
                Map.of(),
                null,
                cards,
                share,
                isolation,
                cpuMilli,
                hostMemoryMib,
                priority,
                Duration.ofSeconds(30),
                null);
    }
}
