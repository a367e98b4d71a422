package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.tenancy.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for tests, for any thread. It knows one program, {@code exit N} as the last argument of a command, which ends at
 * once; all others run until the test ends them or they are stopped. Time is the clock's that it is given.
 */
public final class FakeCluster implements Cluster {
    private static final Pattern EXIT = Pattern.compile("exit (\\d+)");
    private static final int SIGTERM = 15;
    private static final int SIGKILL = 9;
    private static final int FIRST_PORT = 41_000;

    private final InstantSource clock;
    private final Map<UUID, Job> processes = new LinkedHashMap<>();
    private final Map<UUID, Integer> starts = new HashMap<>();
    private final Map<UUID, Job> forgotten = new HashMap<>();
    private @Nullable String refusal;
    private boolean startsByHand;
    private boolean stubborn;

    public FakeCluster(InstantSource clock) {
        this.clock = clock;
    }

    private static final class Job {
        private final Workload workload;
        private final @Nullable Integer port;
        private @Nullable Instant startedAt;
        private @Nullable Exit exit;
        private @Nullable Instant killAt;

        Job(Workload workload, @Nullable Integer port) {
            this.workload = workload;
            this.port = port;
        }
    }

    @Override
    public synchronized void start(Workload workload, Allocation allocation, Tenant tenant) throws StartException {
        UUID id = allocation.id();
        if (processes.containsKey(id) || forgotten.containsKey(id)) {
            return;
        }
        if (refusal != null) {
            throw new StartException(refusal, null);
        }
        starts.merge(workload.id(), 1, Integer::sum);
        Integer port = workload.spec().serves() == null ? null : FIRST_PORT + starts.size();
        Job job = new Job(workload, port);
        processes.put(id, job);
        if (!startsByHand) {
            begin(job);
        }
    }

    private void begin(Job job) {
        job.startedAt = clock.instant();
        Matcher program = EXIT.matcher(job.workload.spec().command().getLast());
        if (program.matches()) {
            job.exit = new Exit(Integer.valueOf(program.group(1)), null, clock.instant(), false, false);
        }
    }

    @Override
    public synchronized void stop(UUID allocationId, Duration grace) {
        Job job = processes.get(allocationId);
        if (job == null || job.exit != null) {
            return;
        }
        if (stubborn) {
            job.killAt = job.killAt == null ? clock.instant().plus(grace) : job.killAt;
        } else {
            job.exit = new Exit(null, SIGTERM, clock.instant(), false, false);
        }
    }

    @Override
    public synchronized Map<UUID, Observed> observe() {
        Map<UUID, Observed> observed = new LinkedHashMap<>();
        processes.forEach((id, job) -> {
            if (job.exit == null && job.killAt != null && !job.killAt.isAfter(clock.instant())) {
                job.exit = new Exit(null, SIGKILL, job.killAt, false, false);
            }
            observed.put(id, observed(job));
        });
        return observed;
    }

    @Override
    public synchronized Optional<Observed> record(UUID allocationId) {
        Job job = processes.getOrDefault(allocationId, forgotten.get(allocationId));
        return Optional.ofNullable(job).map(FakeCluster::observed);
    }

    private static Observed observed(Job job) {
        if (job.exit != null) {
            return new Observed.Gone(job.startedAt, job.exit);
        }
        return job.startedAt == null ? new Observed.Starting() : new Observed.Running(job.startedAt, job.port);
    }

    @Override
    public synchronized void forget(UUID allocationId) {
        Job job = processes.remove(allocationId);
        if (job != null) {
            forgotten.put(allocationId, job);
        }
    }

    @Override
    public synchronized void remove(UUID allocationId) {
        Job job = processes.get(allocationId);
        if (job != null && job.exit == null) {
            throw new IllegalStateException("allocation " + allocationId + " has not ended");
        }
        processes.remove(allocationId);
        forgotten.remove(allocationId);
    }

    /** From now on nothing can be started, for this reason; null lets it be started again. */
    public synchronized void refuseStarts(@Nullable String reason) {
        refusal = reason;
    }

    /** From now on processes begin only when {@link #begin(UUID)} is called. */
    public synchronized void startByHand() {
        startsByHand = true;
    }

    public synchronized void begin(UUID allocationId) {
        begin(job(allocationId));
    }

    /** From now on SIGTERM is ignored, so that a stop takes the whole grace. */
    public synchronized void ignoreSigterm() {
        stubborn = true;
    }

    /** The process leaves with {@code code} now. */
    public synchronized void exit(UUID allocationId, int code) {
        job(allocationId).exit = new Exit(code, null, clock.instant(), false, false);
    }

    /** A signal that nobody here sent ends the process. */
    public synchronized void kill(UUID allocationId, int signal, boolean outOfMemory) {
        job(allocationId).exit = new Exit(null, signal, clock.instant(), outOfMemory, false);
    }

    /** The process turns out to be gone; its last sign of life was at {@code lastSeen}. */
    public synchronized void lose(UUID allocationId, Instant lastSeen) {
        job(allocationId).exit = new Exit(null, null, lastSeen, false, true);
    }

    /** Nothing is known of the process any more. */
    public synchronized void wipe(UUID allocationId) {
        processes.remove(allocationId);
    }

    /** How often a process was made for the workload. */
    public synchronized int starts(UUID workloadId) {
        return starts.getOrDefault(workloadId, 0);
    }

    private Job job(UUID allocationId) {
        Job job = processes.get(allocationId);
        if (job == null) {
            throw new IllegalArgumentException("allocation " + allocationId + " was never started here");
        }
        return job;
    }
}
