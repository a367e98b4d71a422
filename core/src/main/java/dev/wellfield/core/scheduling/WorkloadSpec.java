package dev.wellfield.core.scheduling;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.pool.Isolation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an engineer asks for. It is checked against pool and quota by {@link AskCheck}.
 *
 * @param command program and arguments, run as they are
 * @param environment the tenant's own variables
 * @param pool null where the tenant has a quota in one pool only
 * @param cards number of cards, from 0
 * @param share of each card; null means whole cards
 * @param isolation the level needed; null means what the kind of share gives by nature
 * @param cpuMilli host CPU, thousandths of a core
 * @param hostMemoryMib host memory, MiB
 * @param priority higher goes first inside a tenant
 * @param grace between SIGTERM and SIGKILL
 * @param serves the model that it serves, if it is an engine
 */
public record WorkloadSpec(
        WorkloadType type,
        List<String> command,
        Map<String, String> environment,
        @Nullable String pool,
        int cards,
        @Nullable ShareSpec share,
        @Nullable Isolation isolation,
        long cpuMilli,
        long hostMemoryMib,
        int priority,
        Duration grace,
        @Nullable Serves serves) {
    public WorkloadSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /**
     * A part of a card: memory and compute in software, or a hardware slice.
     *
     * @param memoryMib MiB; null means in proportion to compute
     * @param computePermille thousandths; null means in proportion to memory
     * @param bandwidthPermille thousandths; null means as much as compute
     * @param migProfile a hardware slice instead of the others
     */
    public record ShareSpec(
            @Nullable Long memoryMib,
            @Nullable Integer computePermille,
            @Nullable Integer bandwidthPermille,
            @Nullable String migProfile) {}

    /**
     * An engine's side of serving.
     *
     * @param model the name of a model of the same tenant
     * @param concurrentRequests requests that the gateway sends to it at a time
     */
    public record Serves(String model, EngineKind engine, int concurrentRequests) {}
}
