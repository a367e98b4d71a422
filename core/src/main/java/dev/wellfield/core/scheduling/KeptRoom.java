package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.tenancy.Quota;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * On which cards of a pool room is kept for guarantees that aren't used now: a sum that is free in crumbs serves nobody. For
 * each whole card of an unused guarantee one empty card is kept, for what remains of it one gap that is large enough. So
 * whole cards that are guaranteed are there whenever they are asked for. Where there is no such gap, as much is kept as there
 * is; where fewer cards are healthy than are guaranteed, who asks first is served first.
 */
final class KeptRoom {
    private static final int PERMILLE = 1000;

    private final List<NodeView> nodes;
    private final boolean enoughCards;
    private final Map<UUID, Map<String, Integer>> milliByCard = new HashMap<>();

    private KeptRoom(List<NodeView> nodes, boolean enoughCards) {
        this.nodes = nodes;
        this.enoughCards = enoughCards;
    }

    private record Claim(String tenant, int milli) {}

    /** Plans the room for all tenants of a pool; {@code used} is what each holds of it. */
    static KeptRoom plan(List<NodeView> nodes, CardModel model, List<Quota> quotas, Map<String, Amounts> used) {
        long healthy = nodes.stream()
                .flatMap(node -> node.cards().stream())
                .filter(card -> card.card().healthy())
                .count();
        int guaranteed =
                quotas.stream().mapToInt(it -> milli(it.guarantees(), model)).sum();
        KeptRoom room = new KeptRoom(nodes, guaranteed <= healthy * PERMILLE);
        List<Claim> gaps = new ArrayList<>();
        for (Quota quota : quotas) {
            Amounts unused = quota.guarantees().minusDownToZero(used.getOrDefault(quota.tenant(), Amounts.ZERO));
            int milli = milli(unused, model);
            int kept = room.keepEmptyCards(quota.tenant(), milli / PERMILLE);
            gaps.add(new Claim(quota.tenant(), milli - kept * PERMILLE));
        }
        gaps.sort(Comparator.comparingInt((Claim it) -> -it.milli()).thenComparing(Claim::tenant));
        gaps.forEach(room::keepGaps);
        return room;
    }

    /** Thousandths of a card that give all of it. */
    private static int milli(Amounts unused, CardModel model) {
        long byMemory = Math.ceilDiv(unused.get(Dimension.MEMORY) * PERMILLE, model.memoryMib());
        long most = Math.max(Math.max(unused.get(Dimension.CARDS), unused.get(Dimension.COMPUTE)), byMemory);
        return Math.toIntExact(Math.min(most, Integer.MAX_VALUE));
    }

    /** Together on one node, the one with the fewest that are enough; else where most are, and the rest elsewhere. */
    private int keepEmptyCards(String tenant, int wanted) {
        int kept = 0;
        while (kept < wanted) {
            int missing = wanted - kept;
            List<CardView> together = nodes.stream()
                    .map(this::emptyCards)
                    .min(Comparator.comparingInt(
                            cards -> cards.size() >= missing ? cards.size() : Integer.MAX_VALUE - cards.size()))
                    .orElse(List.of());
            if (together.isEmpty()) {
                break;
            }
            together.stream().limit(missing).forEach(card -> keep(card.card(), tenant, PERMILLE));
            kept += Math.min(missing, together.size());
        }
        return kept;
    }

    /** From the far end, because the near one is filled first. */
    private List<CardView> emptyCards(NodeView node) {
        return node.cards().reversed().stream()
                .filter(card -> card.empty() && kept(card.card()) == 0)
                .toList();
    }

    /** The smallest gap that is large enough; else the largest, and the rest elsewhere. */
    private void keepGaps(Claim claim) {
        int missing = claim.milli();
        while (missing > 0) {
            int wanted = missing;
            List<CardView> gaps = nodes.stream()
                    .flatMap(node -> node.cards().stream())
                    .filter(card -> gap(card) > 0)
                    .toList();
            Optional<CardView> gap = gaps.stream()
                    .filter(card -> gap(card) >= wanted)
                    .min(Comparator.comparingInt(this::gap))
                    .or(() -> gaps.stream().max(Comparator.comparingInt(this::gap)));
            if (gap.isEmpty()) {
                return;
            }
            int kept = Math.min(missing, gap(gap.get()));
            keep(gap.get().card(), claim.tenant(), kept);
            missing -= kept;
        }
    }

    private void keep(Card card, String tenant, int milli) {
        milliByCard.computeIfAbsent(card.id(), id -> new HashMap<>()).merge(tenant, milli, Integer::sum);
    }

    private int gap(CardView card) {
        return card.gapMilli() - kept(card.card());
    }

    private int kept(Card card) {
        return milliByCard.getOrDefault(card.id(), Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /**
     * The nodes as {@code tenant} may use them: without what is kept for others.
     *
     * @param entitled it asks for what is guaranteed to it
     */
    List<NodeView> nodesFor(String tenant, boolean entitled) {
        return entitled && !enoughCards
                ? nodes
                : nodes.stream().map(node -> nodeFor(tenant, node)).toList();
    }

    private NodeView nodeFor(String tenant, NodeView node) {
        List<CardView> cards = node.cards().stream()
                .map(card -> card.keeping(keptForOthers(tenant, card.card())))
                .toList();
        return new NodeView(node.node(), cards, node.freeCpuMilli(), node.freeHostMemoryMib());
    }

    private int keptForOthers(String tenant, Card card) {
        Map<String, Integer> kept = milliByCard.getOrDefault(card.id(), Map.of());
        return kept(card) - kept.getOrDefault(tenant, 0);
    }
}
