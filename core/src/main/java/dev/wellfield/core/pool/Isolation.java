package dev.wellfield.core.pool;

/** How well a placement is separated from its neighbours. A request names the level it needs and never gets less. */
public enum Isolation {
    /** Nothing enforces the share: time slices, or limits that aren't loaded. */
    NONE,
    /** Software limits that are really loaded. */
    SOFT,
    /** A whole card or a hardware slice. */
    HARD;

    /** Whether this level is enough where {@code needed} is asked for. */
    public boolean satisfies(Isolation needed) {
        return compareTo(needed) >= 0;
    }
}
