package dev.wellfield.cluster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Runs workloads as processes of this machine that outlive the server. Any thread may call any method. Everything it
 * knows is in the data directory, so a new instance on the same directory, in a new server, knows the same.
 *
 * <p>Methods that read or start do file I/O and may wait some milliseconds: call them from a thread that may wait.
 */
public final class LocalProcesses implements AutoCloseable {

    private final TenantFolders folders;
    private final Shim shim;
    private final Cgroups cgroups;
    private final Map<String, Stopping> stopping = new ConcurrentHashMap<>();
    private final Set<Thread> stoppers = ConcurrentHashMap.newKeySet();

    private LocalProcesses(TenantFolders folders, Shim shim, Cgroups cgroups) {
        this.folders = folders;
        this.shim = shim;
        this.cgroups = cgroups;
    }

    /**
     * Prepares the data directory, which must be reachable for other users if this is root, and probes the control groups.
     * One server at a time may use a data directory.
     */
    public static LocalProcesses open(Path data) {
        return open(data, Cgroups.probe(), Shim.SYSTEM_SHELL);
    }

    static LocalProcesses open(Path data, Cgroups cgroups, List<String> shell) {
        try {
            TenantFolders folders = TenantFolders.open(data);
            LocalProcesses processes = new LocalProcesses(folders, Shim.install(folders, shell), cgroups);
            processes.sweep();
            return processes;
        } catch (IOException e) {
            throw new UncheckedIOException("the data directory (" + data + ") cannot be prepared for workloads", e);
        }
    }

    /** Whether tenants are kept apart by uids of their own; otherwise they can read and signal each other. */
    public boolean tenantsIsolated() {
        return folders.isolated();
    }

    /** The uid of the tenant with that index; empty where tenants have none of their own. */
    OptionalInt uid(int tenantIndex) {
        return folders.uid(tenantIndex);
    }

    /** What limits are enforced here. */
    public Cgroups cgroups() {
        return cgroups;
    }

    /**
     * Starts the command unless this allocation was ever started before; then it does nothing, whatever became of it. A
     * start that fails or dies half way may be repeated. Returns when a shim has taken charge of it.
     */
    public void start(LaunchSpec spec) {
        try {
            Path home = folders.home(spec.tenant(), spec.tenantIndex());
            WorkloadFolder folder = find(spec.allocationId())
                    .orElseGet(() -> new WorkloadFolder(
                            folders.workloads().resolve(spec.tenant()).resolve(spec.allocationId())));
            if (!Files.isDirectory(folder.path())) {
                shim.prepare(
                        folder.path(),
                        spec,
                        home,
                        folders.uid(spec.tenantIndex()),
                        cgroups.of(spec.allocationId()),
                        cgroups.shims());
            }
            if (folder.claim().isPresent() || folder.end().isPresent()) {
                return;
            }
            folder.groups().create(spec.cpuMilli(), spec.memoryMib());
            shim.spawn(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "allocation " + spec.allocationId() + " could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Stops a workload on a virtual thread: SIGTERM to all its processes, SIGKILL to all when the grace is over. Repeating
     * it may shorten the grace. Works as well for a workload that an earlier server started.
     *
     * @param grace zero to one day
     * @return completes when nothing of it is left; fails if something is left 15 s after SIGKILL
     */
    public CompletableFuture<Void> stop(String allocationId, Duration grace) {
        if (grace.isNegative() || grace.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("grace (" + grace + ") must be between zero and one day");
        }
        Optional<WorkloadFolder> folder = find(allocationId);
        if (folder.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Stopping fresh = new Stopping(folder.get(), grace);
        Stopping running = stopping.putIfAbsent(allocationId, fresh);
        if (running != null) {
            running.within(grace);
            return running.done().copy();
        }
        Thread thread = Thread.ofVirtual().name("stop-" + allocationId).unstarted(() -> {
            try {
                fresh.run();
            } finally {
                stopping.remove(allocationId, fresh);
                stoppers.remove(Thread.currentThread());
            }
        });
        stoppers.add(thread);
        thread.start();
        return fresh.done().copy();
    }

    /**
     * Ends what a lost workload left behind, on a virtual thread.
     *
     * @return whether something of it is still there
     */
    boolean endRemains(String allocationId) {
        Optional<WorkloadFolder> folder = find(allocationId);
        if (folder.isEmpty()) {
            return false;
        }
        if (Members.of(folder.get()).isEmpty()) {
            folder.get().groups().remove();
            return false;
        }
        var _ = stop(allocationId, Duration.ZERO);
        return true;
    }

    /** The state of one allocation, as far as it can be known now. */
    public ProcessState observe(String allocationId) {
        return find(allocationId).map(WorkloadFolder::state).orElseGet(ProcessState.NotStarted::new);
    }

    /** The state of every allocation that has a directory, by its id. */
    public Map<String, ProcessState> observeAll() {
        return observeAll(ignored -> true);
    }

    /** The same for those whose id is wanted; others cost nothing but a look at their directory's name. */
    public Map<String, ProcessState> observeAll(Predicate<String> wanted) {
        Map<String, ProcessState> states = new HashMap<>();
        try (DirectoryStream<Path> tenants = Files.newDirectoryStream(folders.workloads())) {
            for (Path tenant : tenants) {
                try (DirectoryStream<Path> allocations = Files.newDirectoryStream(tenant, "[!.]*")) {
                    for (Path allocation : allocations) {
                        WorkloadFolder folder = new WorkloadFolder(allocation);
                        if (wanted.test(folder.allocationId())) {
                            states.put(folder.allocationId(), folder.state());
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the workloads in " + folders.workloads() + " cannot be listed", e);
        }
        return states;
    }

    /** What the workload has used; empty if it is not known, as after a reboot. */
    public Optional<ResourceUse> usage(String allocationId) {
        return find(allocationId).flatMap(Usage::of);
    }

    /** What the workload prints on both outputs, as it comes; empty for ever if there is no such allocation. */
    public LogReader log(String allocationId) {
        return new LogReader(find(allocationId)
                .orElseGet(() ->
                        new WorkloadFolder(folders.workloads().resolve("none").resolve(allocationId))));
    }

    /**
     * Removes an allocation's directory with its logs. It must have ended; what a lost one left behind is killed first.
     */
    public void forget(String allocationId) {
        Optional<WorkloadFolder> found = find(allocationId);
        if (found.isEmpty()) {
            return;
        }
        WorkloadFolder folder = found.get();
        switch (folder.state()) {
            case ProcessState.Starting ignored -> throw alive(allocationId);
            case ProcessState.Running ignored -> throw alive(allocationId);
            case ProcessState.Lost ignored -> stop(allocationId, Duration.ZERO).join();
            case ProcessState.NotStarted ignored -> {}
            case ProcessState.Exited ignored -> {}
        }
        folder.groups().remove();
        try {
            Path gone = folder.path().resolveSibling("." + allocationId + ".gone");
            Files.move(folder.path(), gone, StandardCopyOption.ATOMIC_MOVE);
            Shim.delete(gone);
        } catch (IOException e) {
            throw new UncheckedIOException("the directory of allocation " + allocationId + " cannot be removed", e);
        }
    }

    /** Ends no workload; stops that have begun are finished by the shims. */
    @Override
    public void close() {
        stoppers.forEach(Thread::interrupt);
    }

    private static IllegalStateException alive(String allocationId) {
        return new IllegalStateException(
                "allocation " + allocationId + " has not ended; stop it before it is forgotten");
    }

    private Optional<WorkloadFolder> find(String allocationId) {
        LaunchSpec.requireAllocationId(allocationId);
        try (DirectoryStream<Path> tenants = Files.newDirectoryStream(folders.workloads())) {
            for (Path tenant : tenants) {
                Path folder = tenant.resolve(allocationId);
                if (Files.isDirectory(folder)) {
                    return Optional.of(new WorkloadFolder(folder));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("the workloads in " + folders.workloads() + " cannot be listed", e);
        }
    }

    /** Removes what starts and removals left that died half way. */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> tenants = Files.newDirectoryStream(folders.workloads())) {
            for (Path tenant : tenants) {
                try (DirectoryStream<Path> halves = Files.newDirectoryStream(tenant, ".*")) {
                    for (Path half : halves) {
                        Shim.delete(half);
                    }
                }
            }
        }
    }
}
