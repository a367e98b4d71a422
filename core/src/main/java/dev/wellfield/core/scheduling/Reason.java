package dev.wellfield.core.scheduling;

/** Why a workload is where it is, as a code; sentences are made at the edge. */
public enum Reason {
    /** It left with code 0. */
    COMPLETED,
    /** It left with another code. */
    EXITED,
    /** A signal ended it that we didn't send. */
    KILLED,
    /** It ran out of its host memory limit. */
    OUT_OF_MEMORY,
    /** It could not be started. */
    START_FAILED,
    /** Its process was gone when we looked again, after a reboot for instance. */
    LOST,
    /** Somebody cancelled it. */
    CANCELLED,
    /** Over quota, and the quota says to refuse. */
    OVER_QUOTA,
    /** No node can give the level of isolation that it needs. */
    ISOLATION_UNAVAILABLE
}
