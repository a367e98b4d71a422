package dev.wellfield.simulator;

/** How much a stream tells of its usage. */
enum UsageReport {
    NONE,
    /** In a chunk of its own at the end. */
    FINAL,
    /** On every chunk, and at the end. */
    CONTINUOUS
}
