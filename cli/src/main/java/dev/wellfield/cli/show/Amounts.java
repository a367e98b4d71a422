package dev.wellfield.cli.show;

import dev.wellfield.core.pool.Dimension;

/** Amounts of a dimension as people write and read them. */
public final class Amounts {
    private Amounts() {}

    /** With what it is of, e.g. {@code 3 cards}, {@code 40 GiB of device memory}. */
    public static String text(Dimension dimension, long amount) {
        return dimension.text(amount)
                + switch (dimension) {
                    case MEMORY -> " of device memory";
                    case BANDWIDTH -> " of device memory bandwidth";
                    case HOST_MEMORY -> " of host memory";
                    case CARDS, COMPUTE, CONCURRENCY, CPU -> "";
                };
    }

    /** Where it is known what it is of, e.g. {@code 3}, {@code 40 GiB}. */
    public static String bare(Dimension dimension, long amount) {
        if (amount == 0) {
            return "0";
        }
        return switch (dimension) {
            case CARDS, COMPUTE, CPU -> Units.milli(amount);
            case MEMORY, HOST_MEMORY, BANDWIDTH -> dimension.text(amount);
            case CONCURRENCY -> Long.toString(amount);
        };
    }

    /** As {@link #parse} reads it, without blanks. */
    public static String option(Dimension dimension, long amount) {
        return switch (dimension) {
            case CARDS, COMPUTE, CPU -> Units.milli(amount);
            case MEMORY, HOST_MEMORY, BANDWIDTH -> dimension.text(amount).replaceAll("[ ,]", "");
            case CONCURRENCY -> Long.toString(amount);
        };
    }

    /** Reads what was written for a dimension: cards and cores as numbers, memory and bandwidth with units. */
    public static Parsed parse(Dimension dimension, String text) {
        return switch (dimension) {
            case CARDS -> Units.milli(text, "cards");
            case COMPUTE -> Units.milli(text, "cards of compute");
            case CPU -> Units.milli(text, "cores");
            case MEMORY, HOST_MEMORY -> Units.memoryMib(text);
            case BANDWIDTH -> Units.bandwidthMbps(text);
            case CONCURRENCY -> Units.count(text);
        };
    }
}
