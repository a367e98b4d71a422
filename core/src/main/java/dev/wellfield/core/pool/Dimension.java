package dev.wellfield.core.pool;

/** A dimension in which capacity, quotas and use are counted, always as whole numbers of its unit. */
public enum Dimension {
    /** Milli-cards: a share of a card counts as the larger of its memory and compute parts. */
    CARDS("milli-cards"),
    /** Device memory, MiB. */
    MEMORY("MiB"),
    /** Compute, in thousandths of one card. */
    COMPUTE("milli-cards"),
    /** Device memory bandwidth, MB/s of the catalogue's figure. */
    BANDWIDTH("MB/s"),
    /** Running workloads. */
    CONCURRENCY("workloads"),
    /** Host CPU, thousandths of one core. */
    CPU("milli-cores"),
    /** Host memory, MiB. */
    HOST_MEMORY("MiB");

    private final String unit;

    Dimension(String unit) {
        this.unit = unit;
    }

    /** The unit as people read it. */
    public String unit() {
        return unit;
    }

    /** Whether the dimension is a property of cards, so that a pool's cards give its capacity. */
    public boolean ofCards() {
        return switch (this) {
            case CARDS, MEMORY, COMPUTE, BANDWIDTH -> true;
            case CONCURRENCY, CPU, HOST_MEMORY -> false;
        };
    }
}
