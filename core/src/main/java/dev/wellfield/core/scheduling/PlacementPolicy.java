package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Share;
import java.util.List;
import java.util.Optional;

/**
 * Chooses where an admitted request runs. A pure function: the same views give the same answer, and ties follow the order
 * of the nodes given.
 */
public interface PlacementPolicy {
    /** The best place, or empty where no node has room for all of it at the level of isolation that it needs. */
    Optional<Placement> place(Ask ask, List<NodeView> nodes);

    /** Shares of one node's cards. */
    record Placement(NodeView node, List<Share> shares) {
        public Placement {
            shares = List.copyOf(shares);
        }
    }
}
