package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Quota;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Everything that is declared and everything that is held: the controller's memory. It has one owner, the thread that
 * calls the controller.
 */
final class Fleet {
    private Resources resources;
    private final Map<UUID, Workload> workloads = new LinkedHashMap<>();

    Fleet(Resources resources, Collection<Workload> live) {
        this.resources = resources;
        live.forEach(this::put);
    }

    Resources resources() {
        return resources;
    }

    void replace(Resources next) {
        resources = next;
    }

    /** Remembers the workload as it is now, or forgets it if it has ended. */
    void put(Workload workload) {
        if (workload.state().phase().ended()) {
            workloads.remove(workload.id());
        } else {
            workloads.put(workload.id(), workload);
        }
    }

    Optional<Workload> workload(UUID id) {
        return Optional.ofNullable(workloads.get(id));
    }

    Optional<Workload> holderOf(UUID allocationId) {
        return holders()
                .filter(it -> it.state().held().orElseThrow().id().equals(allocationId))
                .findFirst();
    }

    Stream<Workload> holders() {
        return workloads.values().stream().filter(it -> it.state().held().isPresent());
    }

    /** Holders in a pool, the largest in {@code dimension} first. */
    List<Workload> holders(String pool, Dimension dimension) {
        return holders()
                .filter(it -> it.ask().pool().equals(pool) && amounts(it).get(dimension) > 0)
                .sorted(Comparator.comparingLong((Workload it) -> -amounts(it).get(dimension))
                        .thenComparing(Workload::path))
                .toList();
    }

    /** Who waits, in the order in which they are served. */
    List<Workload> queue() {
        return workloads.values().stream()
                .filter(it -> it.state() instanceof WorkloadState.Queued)
                .sorted(Comparator.comparing(
                                (Workload it) -> resources.tenants().containsKey(it.tenant())
                                        ? resources
                                                .tenants()
                                                .get(it.tenant())
                                                .cardsPlan()
                                                .type()
                                        : PlanType.SPOT)
                        .thenComparingInt(it -> -it.spec().priority())
                        .thenComparing(Workload::submittedAt)
                        .thenComparing(Workload::id))
                .toList();
    }

    Amounts amounts(Workload holder) {
        Allocation allocation = holder.state().held().orElseThrow();
        return allocation.amounts(holder.ask().model());
    }

    /** What a tenant holds of a pool. */
    Amounts used(String tenant, String pool) {
        return holders()
                .filter(it -> it.tenant().equals(tenant) && it.ask().pool().equals(pool))
                .map(this::amounts)
                .reduce(Amounts.ZERO, Amounts::plus);
    }

    /** What all tenants hold of a pool. */
    Amounts used(String pool) {
        return holders()
                .filter(it -> it.ask().pool().equals(pool))
                .map(this::amounts)
                .reduce(Amounts.ZERO, Amounts::plus);
    }

    /** What the healthy cards of a pool offer. */
    Amounts capacity(String pool) {
        CardModel model = resources.pools().get(pool);
        if (model == null) {
            return Amounts.ZERO;
        }
        return resources.nodes().stream()
                .flatMap(node -> node.cards().stream())
                .filter(card -> card.pool().equals(pool) && card.healthy())
                .map(card -> card.model().capacity())
                .reduce(Amounts.ZERO, Amounts::plus);
    }

    /** Guarantees of tenants other than {@code tenant} that they aren't using now. */
    Amounts unusedGuaranteesOfOthers(String tenant, String pool) {
        return resources.quotas().stream()
                .filter(quota -> quota.pool().equals(pool) && !quota.tenant().equals(tenant))
                .map(quota -> quota.guarantees().minusDownToZero(used(quota.tenant(), pool)))
                .reduce(Amounts.ZERO, Amounts::plus);
    }

    /** The quota, or one that allows nothing where there is none. */
    Quota quota(String tenant, String pool) {
        return resources.quota(tenant, pool).orElseGet(() -> nothing(tenant, pool));
    }

    private static Quota nothing(String tenant, String pool) {
        Limit none = new Limit(0, 0L);
        return new Quota(tenant, pool, Map.of(Dimension.CONCURRENCY, none), null, Quota.OverQuota.QUEUE, 1);
    }

    /** The nodes as they are now, with the cards of one pool. Work on CPUs alone may run on any node. */
    List<NodeView> nodes(String pool) {
        List<NodeView> views = new ArrayList<>();
        for (Node node : resources.nodes()) {
            List<CardView> cards = new ArrayList<>();
            for (Card card : node.cards()) {
                if (card.pool().equals(pool)) {
                    cards.add(new CardView(card, held(node, card)));
                }
            }
            if (!cards.isEmpty()) {
                views.add(view(node, cards));
            }
        }
        return views;
    }

    private NodeView view(Node node, List<CardView> cards) {
        long cpuMilli = node.cpuMilli();
        long memoryMib = node.memoryMib();
        for (Allocation allocation : on(node)) {
            cpuMilli -= allocation.cpuMilli();
            memoryMib -= allocation.hostMemoryMib();
        }
        return new NodeView(node, cards, cpuMilli, memoryMib);
    }

    private List<Share> held(Node node, Card card) {
        return on(node).stream()
                .flatMap(allocation -> allocation.shares().stream())
                .filter(share -> share.card() == card.index())
                .toList();
    }

    private List<Allocation> on(Node node) {
        return holders()
                .map(it -> it.state().held().orElseThrow())
                .filter(allocation -> allocation.node().equals(node.name()))
                .toList();
    }
}
