package dev.wellfield.core.watch;

/** A number of a signal, with its unit, of which a curve can be drawn. */
public enum Measure {
    /** Used part of a quota, thousandths. */
    USED_PERMILLE,
    /** How long an engine hasn't answered, seconds. */
    SILENT_SECONDS,
    /** Held part of a card's memory, thousandths. */
    MEMORY_PERMILLE,
    /** Held part of a card's compute, thousandths. */
    COMPUTE_PERMILLE
}
