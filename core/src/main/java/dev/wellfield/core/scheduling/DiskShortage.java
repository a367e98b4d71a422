package dev.wellfield.core.scheduling;

/**
 * A disk on which new workloads can't keep their records and logs, because it is nearly full.
 *
 * @param disk named by the folder that is on it
 * @param neededMib what must be free before a workload is started
 */
public record DiskShortage(String disk, long neededMib) {}
