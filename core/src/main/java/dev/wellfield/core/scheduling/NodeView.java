package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Node;
import java.util.List;

/**
 * A node as it is now.
 *
 * @param cards those of one pool, by index
 * @param freeCpuMilli host CPU left, thousandths of a core
 * @param freeHostMemoryMib host memory left, MiB
 */
public record NodeView(Node node, List<CardView> cards, long freeCpuMilli, long freeHostMemoryMib) {
    public NodeView {
        cards = List.copyOf(cards);
    }

    /** The level of isolation that {@code ask} would have here. */
    Isolation isolation(Ask ask) {
        if (ask.cards() == 0) {
            return Isolation.NONE;
        }
        if (ask.whole()) {
            return Isolation.HARD;
        }
        if (ask.profile() != null) {
            // Slices of real cards are created by the operator's tools; only simulated ones can be cut at will.
            return node.simulated() ? Isolation.HARD : Isolation.NONE;
        }
        return node.softLevel();
    }

    boolean hasHostRoom(Ask ask) {
        return freeCpuMilli >= ask.cpuMilli() && freeHostMemoryMib >= ask.hostMemoryMib();
    }

    List<CardView> fitting(Ask ask) {
        return cards.stream().filter(card -> card.fits(ask)).toList();
    }

    /** Healthy cards of which nobody holds anything. */
    long emptyCards() {
        return cards.stream().filter(CardView::empty).count();
    }
}
