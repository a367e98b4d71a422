package dev.wellfield.cli.why;

import dev.wellfield.core.pool.Dimension;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that the server looked at, with the numbers that belong to it. Amounts are in the dimension's unit. */
public sealed interface Check {
    boolean passed();

    /** @param workload {@code tenant/name}, or who is meant where names are not for the reader */
    record Holder(String workload, long amount) {}

    /** Does the tenant stay under its ceiling? */
    record QuotaCeiling(
            String pool,
            Dimension dimension,
            long asked,
            long used,
            long guarantee,
            @Nullable Long ceiling,
            List<Holder> holders,
            boolean passed)
            implements Check {
        public QuotaCeiling {
            holders = List.copyOf(holders);
        }
    }

    /** Is there room in the pool, beside what is promised to others? */
    record PoolFree(
            String pool,
            Dimension dimension,
            long asked,
            long free,
            long keptForGuarantees,
            List<Holder> holders,
            boolean passed)
            implements Check {
        public PoolFree {
            holders = List.copyOf(holders);
        }
    }

    /** Do enough cards of one node have room at once? */
    record CardFit(
            String pool,
            long cards,
            long perCardMib,
            long fittingCards,
            long largestFreeMib,
            @Nullable String largestFreeOn,
            boolean passed)
            implements Check {}

    /** Does a node have host CPU and memory left? */
    record NodeFit(Dimension dimension, long asked, long free, boolean passed) implements Check {}

    /** Can a node give the level of isolation that is needed? */
    record IsolationLevel(String asked, String available, boolean passed) implements Check {}

    /** Is there room on the server's disk? */
    record DiskRoom(String disk, long neededMib, boolean passed) implements Check {}

    /** Is another workload of the tenant first? */
    record QueueOrder(String ahead, boolean passed) implements Check {}

    /** A check that this version doesn't know, from a newer server. */
    record Unknown(String code, boolean passed) implements Check {}
}
