package dev.wellfield.core.pool;

/** A dimension in which capacity, quotas and use are counted, always as whole numbers of its unit. */
public enum Dimension {
    /** Milli-cards: a share of a card counts as the larger of its memory and compute parts. */
    CARDS,
    /** Device memory, MiB. */
    MEMORY,
    /** Compute, in thousandths of one card. */
    COMPUTE,
    /** Device memory bandwidth, MB/s of the catalogue's figure. */
    BANDWIDTH,
    /** Running workloads. */
    CONCURRENCY,
    /** Host CPU, thousandths of one core. */
    CPU,
    /** Host memory, MiB. */
    HOST_MEMORY;

    /**
     * An amount as people read it, exact and with its unit: {@code 3 cards}, {@code 0.5 cards}, {@code 40 GiB},
     * {@code 35,841 MiB}, {@code 1,555 GB/s}.
     *
     * @param amount in the dimension's unit, at least 0
     */
    public String text(long amount) {
        return switch (this) {
            case CARDS -> thousandths(amount) + (amount == 1000 ? " card" : " cards");
            case COMPUTE -> CARDS.text(amount) + " of compute";
            case MEMORY, HOST_MEMORY -> memory(amount);
            case BANDWIDTH ->
                amount >= 1000 && amount % 100 == 0 ? thousandths(amount) + " GB/s" : grouped(amount) + " MB/s";
            case CONCURRENCY -> grouped(amount) + (amount == 1 ? " workload" : " workloads");
            case CPU -> thousandths(amount) + (amount == 1000 ? " core" : " cores");
        };
    }

    /** GiB where that is exact to a quarter, else MiB. */
    private static String memory(long mib) {
        return mib >= 1024 && mib % 256 == 0
                ? thousandths(mib / 1024 * 1000 + mib % 1024 * 1000 / 1024) + " GiB"
                : grouped(mib) + " MiB";
    }

    private static String thousandths(long amount) {
        String fraction = amount % 1000 == 0
                ? ""
                : "." + Long.toString(1000 + amount % 1000).substring(1).replaceFirst("0+$", "");
        return grouped(amount / 1000) + fraction;
    }

    /** With a comma before every three digits. Not by a formatter: the command line starts without loading one. */
    private static String grouped(long amount) {
        StringBuilder text = new StringBuilder(Long.toString(amount));
        for (int i = text.length() - 3; i > 0; i -= 3) {
            text.insert(i, ',');
        }
        return text.toString();
    }

    /** Whether the dimension is a property of cards, so that a pool's cards give its capacity. */
    public boolean ofCards() {
        return switch (this) {
            case CARDS, MEMORY, COMPUTE, BANDWIDTH -> true;
            case CONCURRENCY, CPU, HOST_MEMORY -> false;
        };
    }
}
