package dev.wellfield.core.scheduling;

/** What kind of work it is; a prior for how it behaves beside others. */
public enum WorkloadType {
    TRAINING,
    INFERENCE,
    BATCH,
    INTERACTIVE
}
