package dev.wellfield.cli.show;

import dev.wellfield.core.pool.Dimension;

/** Amounts of a dimension as people write and read them. */
public final class Amounts {
    private Amounts() {}

    /** With what it is of, e.g. {@code 3 cards}, {@code 40 GiB of card memory}. */
    public static String text(Dimension dimension, long amount) {
        return switch (dimension) {
            case CARDS -> bare(dimension, amount) + (amount == 1000 ? " card" : " cards");
            case COMPUTE -> bare(dimension, amount) + (amount == 1000 ? " card's compute" : " cards' compute");
            case MEMORY -> bare(dimension, amount) + " of card memory";
            case BANDWIDTH -> bare(dimension, amount) + " of card bandwidth";
            case CONCURRENCY -> amount + (amount == 1 ? " workload" : " workloads");
            case CPU -> bare(dimension, amount) + (amount == 1000 ? " core" : " cores");
            case HOST_MEMORY -> bare(dimension, amount) + " of host memory";
        };
    }

    /** Where it is known what it is of, e.g. {@code 3}, {@code 40 GiB}. */
    public static String bare(Dimension dimension, long amount) {
        if (amount == 0) {
            return "0";
        }
        return switch (dimension) {
            case CARDS, COMPUTE, CPU -> Units.milli(amount);
            case MEMORY, HOST_MEMORY -> Units.memory(amount);
            case BANDWIDTH -> Units.bandwidth(amount);
            case CONCURRENCY -> Long.toString(amount);
        };
    }

    /** As {@link #parse} reads it, without blanks. */
    public static String option(Dimension dimension, long amount) {
        return switch (dimension) {
            case CARDS, COMPUTE, CPU -> Units.milli(amount);
            case MEMORY, HOST_MEMORY -> Units.memory(amount).replace(" ", "");
            case BANDWIDTH -> Units.bandwidth(amount).replace(" ", "");
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
