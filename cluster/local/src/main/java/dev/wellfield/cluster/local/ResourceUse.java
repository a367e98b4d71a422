package dev.wellfield.cluster.local;

/**
 * What a workload has used of this machine's processors and memory.
 *
 * @param cpuMicros processor time in microseconds, all its processes together; without control groups, of those alive
 * @param memoryBytes memory now; 0 after the end
 * @param memoryPeakBytes the most memory at any time; 0 if the kernel does not tell
 */
public record ResourceUse(long cpuMicros, long memoryBytes, long memoryPeakBytes) {}
