package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fills what is already in use first: the node with the fewest empty cards, on it the cards with the least free memory.
 * Whole cards go together by NVLink where a group has room, then by NUMA node.
 */
public final class BestFit implements PlacementPolicy {
    @Override
    public Optional<Placement> place(Ask ask, List<NodeView> nodes) {
        return nodes.stream()
                .filter(node -> node.isolation(ask).satisfies(ask.isolation()))
                .filter(node -> node.hasHostRoom(ask))
                .filter(node -> node.fitting(ask).size() >= ask.cards())
                .min(Comparator.comparingLong(NodeView::emptyCards))
                .map(node -> new Placement(node, shares(ask, node)));
    }

    private static List<Share> shares(Ask ask, NodeView node) {
        List<CardView> fitting = node.fitting(ask);
        List<CardView> chosen = ask.whole() && ask.cards() > 1
                ? together(ask.cards(), fitting, node.node())
                : fitting.stream()
                        .sorted(Comparator.comparingLong(CardView::freeMemoryMib))
                        .limit(ask.cards())
                        .toList();
        return chosen.stream().map(card -> card.take(ask)).toList();
    }

    private static List<CardView> together(int count, List<CardView> fitting, Node node) {
        return node.nvlinkGroups().stream()
                .map(group -> within(group, fitting))
                .filter(cards -> cards.size() >= count)
                .min(Comparator.comparingInt(List::size))
                .orElseGet(() -> byNuma(count, fitting))
                .stream()
                .limit(count)
                .toList();
    }

    private static List<CardView> within(Set<Integer> group, List<CardView> fitting) {
        return fitting.stream()
                .filter(card -> group.contains(card.card().index()))
                .toList();
    }

    private static List<CardView> byNuma(int count, List<CardView> fitting) {
        return fitting.stream()
                .collect(Collectors.groupingBy(card -> card.card().numaNode()))
                .values()
                .stream()
                .filter(cards -> cards.size() >= count)
                .min(Comparator.comparingInt(List::size))
                .orElse(fitting);
    }
}
