package dev.wellfield.cluster.local;

import java.util.Optional;

/** Finds what a workload has used, in the best place that knows it. */
final class Usage {

    /** Kernel clock ticks a second as user space sees them; fixed at 100 on every Linux architecture with a JDK. */
    private static final long TICKS_PER_SECOND = 100;

    private Usage() {}

    static Optional<ResourceUse> of(WorkloadFolder folder) {
        return switch (folder.state()) {
            case ProcessState.NotStarted ignored -> Optional.empty();
            case ProcessState.Starting ignored -> Optional.empty();
            case ProcessState.Running ignored -> folder.groups().use().or(() -> Optional.of(ofProcesses(folder)));
            case ProcessState.Exited ignored -> recorded(folder);
            case ProcessState.Lost ignored -> folder.groups().use();
        };
    }

    private static Optional<ResourceUse> recorded(WorkloadFolder folder) {
        return folder.end()
                .filter(end -> end.cpuMicros().isPresent())
                .map(end -> new ResourceUse(
                        end.cpuMicros().getAsLong(), 0, end.memoryPeakBytes().orElse(0)));
    }

    private static ResourceUse ofProcesses(WorkloadFolder folder) {
        long cpuTicks = 0;
        long memoryBytes = 0;
        long peakBytes = 0;
        for (long pid : Members.of(folder)) {
            cpuTicks +=
                    ProcessTable.entry(pid).map(ProcessTable.Entry::cpuTicks).orElse(0L);
            long[] memory = ProcessTable.memory(pid);
            memoryBytes += memory[0];
            peakBytes += memory[1];
        }
        return new ResourceUse(cpuTicks * 1_000_000 / TICKS_PER_SECOND, memoryBytes, peakBytes);
    }
}
