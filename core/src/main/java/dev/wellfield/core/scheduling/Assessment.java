package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.scheduling.Check.Holder;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one waiting workload against the fleet as it is now: quota, pool, cards, isolation, in that order, writing down
 * each check with its numbers. Nothing is changed.
 */
final class Assessment {
    private final Fleet fleet;
    private final Workload workload;
    private final @Nullable DiskShortage shortage;
    private final Ask ask;
    private final Quota quota;
    private final Amounts asked;
    private final Amounts used;
    private final List<Check> checks = new ArrayList<>();
    private final List<Remedy> remedies = new ArrayList<>();

    /** @param shortage of a disk that no workload can do without; null where there is none */
    Assessment(Fleet fleet, Workload workload, @Nullable DiskShortage shortage) {
        this.fleet = fleet;
        this.shortage = shortage;
        this.workload = workload;
        this.ask = workload.ask();
        this.quota = fleet.quota(workload.tenant(), ask.pool());
        this.asked = ask.amounts();
        this.used = fleet.used(workload.tenant(), ask.pool());
    }

    /** What came of it. */
    sealed interface Outcome {
        record Place(PlacementPolicy.Placement placement, boolean borrowed) implements Outcome {}

        record Wait() implements Outcome {}

        record Refuse(Reason reason) implements Outcome {}
    }

    List<Check> checks() {
        return checks;
    }

    List<Remedy> remedies() {
        return remedies;
    }

    /** {@code ahead}: a workload of the same tenant that is first and waits for the same cards. */
    Outcome run(PlacementPolicy policy, @Nullable Workload ahead) {
        boolean entitled = withinGuarantee();
        List<NodeView> nodes = fleet.nodes(workload.tenant(), ask.pool(), entitled);
        if (!isolationAvailable(nodes)) {
            return new Outcome.Refuse(Reason.ISOLATION_UNAVAILABLE);
        }
        if (!underCeilings()) {
            return quota.overQuota() == Quota.OverQuota.REFUSE
                    ? new Outcome.Refuse(Reason.OVER_QUOTA)
                    : new Outcome.Wait();
        }
        if (shortage != null) {
            checks.add(new Check.DiskRoom(shortage.disk(), shortage.neededMib(), false));
            remedies.add(new Remedy.FreeDisk(shortage.disk(), shortage.neededMib()));
            return new Outcome.Wait();
        }
        if (ahead != null) {
            checks.add(new Check.QueueOrder(ahead.path(), false));
            return new Outcome.Wait();
        }
        if (!poolHasRoom(entitled)) {
            return new Outcome.Wait();
        }
        Optional<PlacementPolicy.Placement> placement = policy.place(ask, nodes);
        describeFit(nodes, placement.isPresent());
        return placement.<Outcome>map(it -> new Outcome.Place(it, !entitled)).orElseGet(Outcome.Wait::new);
    }

    private boolean isolationAvailable(List<NodeView> nodes) {
        Optional<Isolation> best =
                nodes.stream().map(node -> node.isolation(ask)).max(Comparator.naturalOrder());
        if (best.isEmpty() || ask.cards() == 0) {
            return true; // a pool without nodes is a matter of room, not of isolation
        }
        boolean passed = best.get().satisfies(ask.isolation());
        checks.add(new Check.IsolationLevel(ask.isolation(), best.get(), passed));
        if (!passed) {
            if (ask.profile() == null) {
                remedies.add(new Remedy.InstallLimiter());
            }
            remedies.add(new Remedy.AskLowerIsolation(best.get()));
        }
        return passed;
    }

    private boolean underCeilings() {
        boolean all = true;
        for (Dimension dimension : Dimension.values()) {
            Limit limit = quota.limit(dimension);
            if (asked.get(dimension) > 0 && limit.ceiling() != null) {
                all &= underCeiling(dimension, limit, limit.ceiling());
            }
        }
        return all;
    }

    private boolean underCeiling(Dimension dimension, Limit limit, long ceiling) {
        long now = used.get(dimension);
        long wanted = asked.get(dimension);
        boolean passed = limit.allows(Math.addExact(now, wanted));
        List<Workload> own = own(dimension);
        checks.add(new Check.QuotaCeiling(
                ask.pool(), dimension, wanted, now, limit.guarantee(), ceiling, holders(own, dimension), passed));
        if (!passed) {
            waitFor(own, dimension, now + wanted - ceiling);
            askLess(dimension, ceiling - now);
            remedies.add(new Remedy.RaiseCeiling(dimension, now + wanted));
        }
        return passed;
    }

    /** Within the guarantee in every dimension of cards that has one; a tenant without any is never entitled. */
    private boolean withinGuarantee() {
        List<Dimension> guaranteed = Arrays.stream(Dimension.values())
                .filter(dimension ->
                        dimension.ofCards() && quota.limit(dimension).guarantee() > 0)
                .toList();
        return ask.cards() == 0 || (!guaranteed.isEmpty() && guaranteed.stream().allMatch(this::guaranteed));
    }

    private boolean guaranteed(Dimension dimension) {
        return used.get(dimension) + asked.get(dimension)
                <= quota.limit(dimension).guarantee();
    }

    /**
     * In every dimension in which the tenant has no right to it: is there enough beside what is promised to others? Where
     * nothing is promised to anybody, an entitled request is limited by the cards alone.
     */
    private boolean poolHasRoom(boolean entitled) {
        Amounts free = fleet.free(ask.pool());
        Amounts kept = fleet.unusedGuaranteesOfOthers(workload.tenant(), ask.pool());
        boolean all = true;
        for (Dimension dimension : Dimension.values()) {
            boolean unpromised = entitled && kept.get(dimension) == 0;
            if (dimension.ofCards() && asked.get(dimension) > 0 && !guaranteed(dimension) && !unpromised) {
                all &= poolHasRoom(dimension, free.get(dimension), kept.get(dimension));
            }
        }
        return all;
    }

    private boolean poolHasRoom(Dimension dimension, long free, long kept) {
        long wanted = asked.get(dimension);
        boolean passed = wanted <= free - kept;
        List<Workload> all = fleet.holders(ask.pool(), dimension);
        checks.add(new Check.PoolFree(ask.pool(), dimension, wanted, free, kept, holders(all, dimension), passed));
        if (!passed) {
            waitFor(all, dimension, wanted - (free - kept));
            askLess(dimension, free - kept);
            remedies.add(new Remedy.AddCards(dimension, wanted - (free - kept)));
        }
        return passed;
    }

    /** What the cards and the host of the best node have; of those that give the level of isolation. */
    private void describeFit(List<NodeView> nodes, boolean placed) {
        List<NodeView> able = nodes.stream()
                .filter(node -> node.isolation(ask).satisfies(ask.isolation()))
                .toList();
        Optional<NodeView> best = able.stream()
                .max(Comparator.comparingInt((NodeView node) -> Math.min(fitting(node), ask.cards()))
                        .thenComparingLong(NodeView::freeCpuMilli));
        int fitting = best.map(this::fitting).orElse(0);
        if (!placed && fitting >= ask.cards()) {
            describeHost(Dimension.CPU, ask.cpuMilli(), best.map(NodeView::freeCpuMilli));
            describeHost(Dimension.HOST_MEMORY, ask.hostMemoryMib(), best.map(NodeView::freeHostMemoryMib));
            return;
        }
        if (ask.cards() == 0) {
            return;
        }
        Optional<CardView> roomiest = able.stream()
                .flatMap(node -> node.cards().stream())
                .filter(card -> card.card().healthy())
                .max(Comparator.comparingLong(CardView::freeMemoryMib));
        String roomiestOn = roomiest.flatMap(card -> able.stream()
                        .filter(node -> node.cards().contains(card))
                        .map(node -> node.node().name() + "/" + card.card().index())
                        .findFirst())
                .orElse(null);
        checks.add(new Check.CardFit(
                ask.pool(),
                ask.cards(),
                ask.memoryMib(),
                ask.computePermille(),
                ask.whole(),
                fitting,
                roomiest.map(CardView::freeMemoryMib).orElse(0L),
                roomiestOn,
                kept(able),
                placed));
        if (!placed) {
            best.ifPresent(node -> waitForCards(node, ask.cards() - fitting));
        }
    }

    private static long kept(List<NodeView> nodes) {
        return nodes.stream()
                .flatMap(node -> node.cards().stream())
                .mapToLong(CardView::keptMilli)
                .sum();
    }

    private int fitting(NodeView node) {
        return node.fitting(ask).size();
    }

    private void describeHost(Dimension dimension, long wanted, Optional<Long> onBestNode) {
        long free = onBestNode.orElse(0L);
        checks.add(new Check.NodeFit(dimension, wanted, free, wanted <= free));
        if (wanted > free) {
            askLess(dimension, free);
        }
    }

    /** The cards that fewest workloads must leave, so that {@code missing} more of them have room. */
    private void waitForCards(NodeView node, int missing) {
        List<List<String>> byCard = node.cards().stream()
                .filter(card -> card.card().healthy() && !card.fits(ask))
                .map(card -> holdersOf(node, card))
                .filter(workloads -> !workloads.isEmpty())
                .sorted(Comparator.comparingInt(List::size))
                .toList();
        if (byCard.size() < missing) {
            remedies.add(new Remedy.AddCards(Dimension.CARDS, (missing - byCard.size()) * 1000L));
            return;
        }
        List<String> workloads =
                byCard.stream().limit(missing).flatMap(List::stream).distinct().toList();
        remedies.add(new Remedy.WaitForEnd(Dimension.CARDS, missing * 1000L, workloads));
    }

    private List<String> holdersOf(NodeView node, CardView card) {
        return fleet.holders()
                .filter(it -> holds(it.state().held().orElseThrow(), node, card))
                .map(Workload::path)
                .toList();
    }

    private static boolean holds(Allocation allocation, NodeView node, CardView card) {
        return allocation.node().equals(node.node().name())
                && allocation.shares().stream()
                        .anyMatch(share -> share.card() == card.card().index());
    }

    private List<Workload> own(Dimension dimension) {
        return fleet.holders(ask.pool(), dimension).stream()
                .filter(it -> it.tenant().equals(workload.tenant()))
                .toList();
    }

    private List<Holder> holders(List<Workload> workloads, Dimension dimension) {
        return workloads.stream()
                .map(it -> new Holder(it.path(), fleet.amounts(it).get(dimension)))
                .toList();
    }

    private void waitFor(List<Workload> largestFirst, Dimension dimension, long missing) {
        List<String> enough = new ArrayList<>();
        long sum = 0;
        for (Workload holder : largestFirst) {
            if (sum < missing) {
                enough.add(holder.path());
                sum += fleet.amounts(holder).get(dimension);
            }
        }
        if (sum >= missing && !enough.isEmpty()) {
            remedies.add(new Remedy.WaitForEnd(dimension, missing, enough));
        }
    }

    private void askLess(Dimension dimension, long possible) {
        if (possible > 0) {
            remedies.add(new Remedy.AskLess(dimension, possible));
        }
    }
}
