package dev.wellfield.cluster.local;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.scheduling.DiskShortage;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadLogs;
import dev.wellfield.core.tenancy.Tenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * This machine as a cluster, whatever nodes are declared: real cards are those of its driver, the processes on simulated
 * ones are as real as any. Any thread may call any method.
 */
public final class LocalCluster implements Cluster, WorkloadLogs, AutoCloseable {
    private static final long LOG_BYTES_PER_FILE = 10L * 1024 * 1024;
    private static final int LOG_FILES = 5;

    /** Ours, and those by which vLLM and llama.cpp's server are told the same. */
    private static final List<String> ENGINE_KEY_VARIABLES =
            List.of("WELLFIELD_ENGINE_KEY", "VLLM_API_KEY", "LLAMA_API_KEY");

    private static final long MIB = 1024 * 1024;

    /** A workload's log may become as large, before it is cut. */
    private static final long NEEDED_MIB = 64;

    private final Path data;
    private final LocalProcesses processes;
    private final Limiters limiters;
    private final EnginePorts ports;
    private final Settled settled;
    private final EngineKeys engineKeys;
    private final Map<String, String> surroundings;
    private final BiFunction<String, Integer, @Nullable String> cardUuids;

    /**
     * @param data the server's data directory
     * @param surroundings variables that every workload gets, e.g. PATH
     * @param cardUuids the driver's UUID of a card, by node and index; null for a simulated one
     */
    public LocalCluster(
            Path data,
            LocalProcesses processes,
            Limiters limiters,
            Map<String, String> surroundings,
            BiFunction<String, Integer, @Nullable String> cardUuids) {
        this.data = data;
        this.processes = processes;
        this.limiters = limiters;
        this.ports = new EnginePorts(data.resolve("ports"));
        this.settled = new Settled(data.resolve("settled"));
        this.engineKeys = new EngineKeys(data.resolve("engine-keys"));
        this.surroundings = Map.copyOf(surroundings);
        this.cardUuids = cardUuids;
    }

    @Override
    public void start(Workload workload, Allocation allocation, Tenant tenant) throws StartException {
        String id = allocation.id().toString();
        try {
            Map<String, String> environment = new HashMap<>(surroundings);
            environment.putAll(workload.spec().environment());
            environment.putAll(DeviceEnvironment.of(held(allocation), limiters, Path.of("/tmp/wellfield-" + id)));
            environment.putAll(identity(workload, allocation));
            if (workload.spec().serves() != null) {
                environment.put("WELLFIELD_MODEL", workload.spec().serves().model());
                environment.put("WELLFIELD_PORT", Integer.toString(ports.assign(allocation.id())));
                String key = engineKeys.of(allocation.id());
                ENGINE_KEY_VARIABLES.forEach(variable -> environment.put(variable, key));
            }
            processes.start(new LaunchSpec(
                    id,
                    tenant.name(),
                    tenant.index(),
                    workload.spec().command(),
                    environment,
                    null,
                    Math.toIntExact(Math.min(allocation.cpuMilli(), 1_000_000)),
                    Math.min(allocation.hostMemoryMib(), 16_777_216),
                    LOG_BYTES_PER_FILE,
                    LOG_FILES));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public Optional<String> engineKey(UUID allocationId) {
        return Optional.of(engineKeys.of(allocationId));
    }

    private static Map<String, String> identity(Workload workload, Allocation allocation) {
        return Map.of(
                "WELLFIELD_TENANT", workload.tenant(),
                "WELLFIELD_WORKLOAD", workload.name(),
                "WELLFIELD_ALLOCATION", allocation.id().toString(),
                "WELLFIELD_NODE", allocation.node(),
                "WELLFIELD_ISOLATION", allocation.isolation().name(),
                "WELLFIELD_SIMULATED", Boolean.toString(allocation.simulated()));
    }

    private List<HeldShare> held(Allocation allocation) {
        return allocation.shares().stream()
                .map(share -> held(allocation, share))
                .toList();
    }

    private HeldShare held(Allocation allocation, Share share) {
        String simulatedUuid = "GPU-SIMULATED-" + allocation.node() + "-" + share.card();
        String uuid = allocation.simulated() ? null : cardUuids.apply(allocation.node(), share.card());
        String slice = share.slice() == null
                ? null
                : "MIG-SIMULATED-" + allocation.node() + "-" + share.card() + "-"
                        + share.slice().start();
        return new HeldShare(
                share.card(),
                uuid == null ? simulatedUuid : uuid,
                share.memoryMib(),
                share.computePermille(),
                share.whole(),
                allocation.simulated(),
                slice);
    }

    @Override
    public void stop(UUID allocationId, Duration grace) {
        var _ = processes.stop(allocationId.toString(), grace);
    }

    @Override
    public Map<UUID, Observed> observe() {
        Map<UUID, Observed> states = new HashMap<>();
        processes.observeAll(id -> !settled.contains(UUID.fromString(id))).forEach((text, state) -> {
            UUID id = UUID.fromString(text);
            watched(id, state).ifPresent(it -> states.put(id, it));
        });
        return states;
    }

    /** A workload without a shim still holds its cards until the last of it has been ended. */
    private Optional<Observed> watched(UUID id, ProcessState state) {
        if (state instanceof ProcessState.Lost lost && processes.endRemains(id.toString())) {
            Instant startedAt = started(lost);
            return Optional.of(
                    startedAt == null ? new Observed.Starting() : new Observed.Running(startedAt, ports.of(id)));
        }
        return observed(id, state);
    }

    @Override
    public Optional<Observed> record(UUID allocationId) {
        return observed(allocationId, processes.observe(allocationId.toString()));
    }

    private Optional<Observed> observed(UUID id, ProcessState state) {
        return switch (state) {
            case ProcessState.NotStarted ignored -> Optional.empty();
            case ProcessState.Starting ignored -> Optional.of(new Observed.Starting());
            case ProcessState.Running running -> Optional.of(new Observed.Running(running.startedAt(), ports.of(id)));
            case ProcessState.Exited exited -> Optional.of(new Observed.Gone(exited.startedAt(), exit(exited)));
            case ProcessState.Lost lost -> Optional.of(new Observed.Gone(started(lost), inferred(lost.lastSeen())));
        };
    }

    private static Exit exit(ProcessState.Exited exited) {
        boolean bySignal = exited.signal() != 0;
        return new Exit(
                bySignal ? null : exited.code(),
                bySignal ? exited.signal() : null,
                exited.endedAt(),
                exited.oomKilled(),
                false);
    }

    private static @Nullable Instant started(ProcessState.Lost lost) {
        return lost.startedAt().equals(lost.lastSeen()) ? null : lost.startedAt();
    }

    private static Exit inferred(Instant lastSeen) {
        return new Exit(null, null, lastSeen, false, true);
    }

    @Override
    public Optional<DiskShortage> diskShortage() {
        return data.toFile().getUsableSpace() < NEEDED_MIB * MIB
                ? Optional.of(new DiskShortage(data.toString(), NEEDED_MIB))
                : Optional.empty();
    }

    @Override
    public void forget(UUID allocationId) {
        settled.add(allocationId);
        ports.release(allocationId);
    }

    @Override
    public void remove(UUID allocationId) {
        processes.forget(allocationId.toString());
        ports.release(allocationId);
        // Last: while the folder is there it must not be looked at again.
        settled.remove(allocationId);
    }

    @Override
    public Piece read(UUID allocationId, long offset, int maxBytes) {
        LogChunk chunk = processes.log(allocationId.toString()).read(offset, maxBytes);
        return new Piece(chunk.offset(), chunk.bytes(), chunk.nextOffset());
    }

    @Override
    public long tail(UUID allocationId, int lines) {
        return processes.log(allocationId.toString()).tail(lines);
    }

    /** Ends no workload. */
    @Override
    public void close() {
        processes.close();
    }

    /** Makes a folder that only the server's own user may look into. */
    static Path privateFolder(Path folder) {
        try {
            Files.createDirectories(folder);
            return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " can't be made", e);
        }
    }
}
