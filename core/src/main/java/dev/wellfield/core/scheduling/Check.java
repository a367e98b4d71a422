package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that was looked at on the way to a decision. Amounts are in the dimension's unit. */
public sealed interface Check {
    boolean passed();

    /** Who holds how much of what is asked for. */
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

    /**
     * Do enough cards of one node have room at once?
     *
     * @param perCardMib memory asked of each card
     * @param perCardPermille compute asked of each card
     * @param fittingCards on the best node
     * @param largestFreeMib on one card
     * @param largestFreeOn that card as {@code node/index}; null where there is no card
     * @param keptForGuarantees thousandths of cards that are free but kept for the guarantees of others
     */
    record CardFit(
            String pool,
            int cards,
            long perCardMib,
            int perCardPermille,
            boolean whole,
            int fittingCards,
            long largestFreeMib,
            @Nullable String largestFreeOn,
            long keptForGuarantees,
            boolean passed)
            implements Check {}

    /** Does the node have host CPU and memory left? */
    record NodeFit(Dimension dimension, long asked, long free, boolean passed) implements Check {}

    /** Can any node give the level that is needed? */
    record IsolationLevel(Isolation asked, Isolation available, boolean passed) implements Check {}

    /** Is there room on the disk that keeps what workloads write? Looked at only while there isn't. */
    record DiskRoom(String disk, long neededMib, boolean passed) implements Check {}

    /** Is another workload of the tenant first? */
    record QueueOrder(String ahead, boolean passed) implements Check {}
}
