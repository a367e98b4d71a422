package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that is declared and everything that is held: the controller's memory. It has one owner, the thread that
 * calls the controller.
 */
final class Fleet {
    /** Far more than end while one event is on its way. */
    private static final int ENDED_REMEMBERED = 10_000;

    private Resources resources;
    private final Map<UUID, Workload> workloads = new LinkedHashMap<>();
    private final Set<UUID> ended = new LinkedHashSet<>();
    private final Map<String, List<NodeView>> nodesByPool = new HashMap<>();
    private final Map<String, Map<String, Amounts>> usedByPool = new HashMap<>();
    private final Map<String, KeptRoom> keptByPool = new HashMap<>();

    Fleet(Resources resources, Collection<Workload> live) {
        this.resources = resources;
        live.forEach(this::put);
    }

    Resources resources() {
        return resources;
    }

    void replace(Resources next) {
        resources = next;
        reckonAnew();
    }

    /** What was reckoned from resources and holders holds no more. */
    private void reckonAnew() {
        nodesByPool.clear();
        usedByPool.clear();
        keptByPool.clear();
    }

    /** Remembers the workload as it is now, or forgets it if it has ended. */
    void put(Workload workload) {
        Workload before = workloads.get(workload.id());
        if (workload.state().held().isPresent()
                || (before != null && before.state().held().isPresent())) {
            reckonAnew();
        }
        if (workload.state().phase().ended()) {
            workloads.remove(workload.id());
            ended.add(workload.id());
            if (ended.size() > ENDED_REMEMBERED) {
                ended.remove(ended.iterator().next());
            }
        } else {
            workloads.put(workload.id(), workload);
        }
    }

    /** Whether it is here, or was until lately. */
    boolean knows(UUID id) {
        return workloads.containsKey(id) || ended.contains(id);
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
                .sorted(QueueOrder.of(resources.tenants()))
                .toList();
    }

    Amounts amounts(Workload holder) {
        Allocation allocation = holder.state().held().orElseThrow();
        return allocation.amounts(holder.ask().model());
    }

    /** What a tenant holds of a pool. */
    Amounts used(String tenant, String pool) {
        return used(pool).getOrDefault(tenant, Amounts.ZERO);
    }

    /** What each tenant holds of a pool. */
    private Map<String, Amounts> used(String pool) {
        return usedByPool.computeIfAbsent(
                pool,
                it -> holders()
                        .filter(holder -> holder.ask().pool().equals(pool))
                        .collect(Collectors.groupingBy(
                                Workload::tenant, Collectors.reducing(Amounts.ZERO, this::amounts, Amounts::plus))));
    }

    /** What is left of a pool's healthy cards. */
    Amounts free(String pool) {
        return nodes(pool).stream()
                .flatMap(node -> node.cards().stream())
                .filter(card -> card.card().healthy())
                .map(CardView::free)
                .reduce(Amounts.ZERO, Amounts::plus);
    }

    /** Guarantees of tenants other than {@code tenant} that they aren't using now. */
    Amounts unusedGuaranteesOfOthers(String tenant, String pool) {
        return quotas(pool).stream()
                .filter(quota -> !quota.tenant().equals(tenant))
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

    /** The nodes as {@code tenant} may use them: without the room that is kept for the guarantees of others. */
    List<NodeView> nodes(String tenant, String pool, boolean entitled) {
        CardModel model = resources.pools().get(pool);
        if (model == null) {
            return nodes(pool);
        }
        return keptByPool
                .computeIfAbsent(pool, it -> KeptRoom.plan(nodes(pool), model, quotas(pool), used(pool)))
                .nodesFor(tenant, entitled);
    }

    private List<Quota> quotas(String pool) {
        return resources.quotas().stream()
                .filter(quota -> quota.pool().equals(pool))
                .toList();
    }

    /** The nodes that have cards of a pool, as they are now, with those cards. */
    private List<NodeView> nodes(String pool) {
        return nodesByPool.computeIfAbsent(pool, this::views);
    }

    private List<NodeView> views(String pool) {
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
