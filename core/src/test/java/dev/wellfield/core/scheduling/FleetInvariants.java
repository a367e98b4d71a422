package dev.wellfield.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Amounts;
import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.MigProfile;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Quota;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What holds at every moment, reckoned from the workloads alone and by other means than the controller's, so that a mistake
 * of one isn't repeated by the other. For one node and one pool.
 */
final class FleetInvariants {
    private final Node node;
    private final CardModel model;
    private final List<Quota> quotas;
    private final List<Workload> workloads;
    private final Map<Integer, List<Share>> held = new HashMap<>();
    private final Map<String, Amounts> usedByTenant = new HashMap<>();

    FleetInvariants(Resources resources, Collection<Workload> workloads) {
        this.node = resources.nodes().getFirst();
        this.model = FourTeams.A100;
        this.quotas = resources.quotas();
        this.workloads = List.copyOf(workloads);
        for (Workload workload : workloads) {
            for (Share share : shares(workload)) {
                held.computeIfAbsent(share.card(), card -> new ArrayList<>()).add(share);
            }
            workload.state()
                    .held()
                    .ifPresent(it -> usedByTenant.merge(workload.tenant(), it.amounts(model), Amounts::plus));
        }
    }

    private static List<Share> shares(Workload workload) {
        return workload.state().held().map(Allocation::shares).orElse(List.of());
    }

    void check() {
        node.cards().forEach(card -> checkCard(card, held(card)));
        quotas.forEach(this::checkCeilings);
        checkPool();
        workloads.forEach(this::checkAllocation);
        for (Quota quota : quotas) {
            firstInLine(quota.tenant()).ifPresent(first -> checkEntitled(quota, first));
        }
    }

    private List<Share> held(Card card) {
        return held.getOrDefault(card.index(), List.of());
    }

    private void checkCard(Card card, List<Share> shares) {
        assertThat(sum(shares, Share::memoryMib)).isLessThanOrEqualTo(model.memoryMib());
        assertThat(sum(shares, Share::computePermille)).isLessThanOrEqualTo(1000);
        assertThat(sum(shares, Share::bandwidthPermille)).isLessThanOrEqualTo(1000);
        boolean whole = shares.stream().anyMatch(Share::whole);
        assertThat(!whole || shares.size() == 1)
                .as("card %s is held whole and by others: %s", card.index(), shares)
                .isTrue();
        List<Slice> slices = shares.stream()
                .map(Share::slice)
                .flatMap(slice -> Optional.ofNullable(slice).stream())
                .toList();
        assertThat(slices.isEmpty() || slices.size() == shares.size())
                .as("card %s is cut and shared at once: %s", card.index(), shares)
                .isTrue();
        checkSlices(slices);
    }

    private void checkSlices(List<Slice> slices) {
        BitSet memory = new BitSet();
        int compute = 0;
        for (Slice slice : slices) {
            MigProfile profile = model.migProfile(slice.profile()).orElseThrow();
            assertThat(profile.starts()).contains(slice.start());
            BitSet place = new BitSet();
            place.set(slice.start(), slice.start() + profile.memorySlices());
            assertThat(place.length()).isLessThanOrEqualTo(8);
            assertThat(memory.intersects(place)).as("slices %s overlap", slices).isFalse();
            memory.or(place);
            compute += profile.computeSlices();
        }
        assertThat(compute).isLessThanOrEqualTo(model.computeSlices());
    }

    private void checkCeilings(Quota quota) {
        Amounts used = used(quota.tenant());
        quota.limits()
                .forEach((dimension, limit) -> assertThat(limit.allows(used.get(dimension)))
                        .as(
                                "%s holds %s of %s, ceiling %s",
                                quota.tenant(), used.get(dimension), dimension, limit.ceiling())
                        .isTrue());
    }

    /** What is held fits into the pool, and beside it all that is guaranteed but not used. */
    private void checkPool() {
        Amounts used = Amounts.ZERO;
        Amounts unused = Amounts.ZERO;
        for (Quota quota : quotas) {
            used = used.plus(used(quota.tenant()));
            unused = unused.plus(quota.guarantees().minusDownToZero(used(quota.tenant())));
        }
        for (Dimension dimension : List.of(Dimension.CARDS, Dimension.COMPUTE)) {
            assertThat(used.get(dimension) + unused.get(dimension))
                    .as("%s used %s and guaranteed %s", dimension, used, unused)
                    .isLessThanOrEqualTo(1000L * node.cards().size());
        }
        assertThat(used.get(Dimension.MEMORY))
                .isLessThanOrEqualTo(model.memoryMib() * node.cards().size());
        assertThat(used.get(Dimension.BANDWIDTH))
                .isLessThanOrEqualTo(model.bandwidthMbps() * node.cards().size());
        assertThat(used.get(Dimension.CPU)).isLessThanOrEqualTo(node.cpuMilli());
        assertThat(used.get(Dimension.HOST_MEMORY)).isLessThanOrEqualTo(node.memoryMib());
    }

    private void checkAllocation(Workload workload) {
        workload.state().held().ifPresent(allocation -> {
            Ask ask = workload.ask();
            assertThat(allocation.isolation().satisfies(ask.isolation())).isTrue();
            assertThat(allocation.shares()).hasSize(ask.cards());
            assertThat(allocation.shares().stream().map(Share::card).distinct()).hasSize(ask.cards());
            assertThat(allocation.amounts(model)).isEqualTo(ask.amounts());
            assertThat(allocation.workloadId()).isEqualTo(workload.id());
        });
    }

    /** The first of a tenant's workloads that wait for cards. */
    private Optional<Workload> firstInLine(String tenant) {
        return workloads.stream()
                .filter(it -> it.tenant().equals(tenant)
                        && it.state() instanceof WorkloadState.Queued
                        && it.ask().cards() > 0)
                .min(Comparator.comparingInt((Workload it) -> -it.spec().priority())
                        .thenComparing(Workload::submittedAt)
                        .thenComparing(Workload::id));
    }

    /**
     * Whoever is first in its line and within its guarantee waits for nothing but host CPU and memory if it asks for whole
     * cards. One that asks for a part may have to wait while all cards with room are kept for whole-card guarantees.
     */
    private void checkEntitled(Quota quota, Workload first) {
        if (entitled(quota, first) && hostFits(first.ask())) {
            long kept = quotas.stream()
                    .filter(other -> !other.tenant().equals(quota.tenant()))
                    .mapToLong(other -> other.guarantees()
                                    .minusDownToZero(used(other.tenant()))
                                    .get(Dimension.CARDS)
                            / 1000)
                    .sum();
            boolean mayWait = !first.ask().whole() && !fitsBesideOthers(first.ask()) && emptyCards() <= kept;
            assertThat(mayWait)
                    .as("%s is within its guarantee and waits; empty cards: %s", first.path(), emptyCards())
                    .isTrue();
        }
    }

    private boolean fitsBesideOthers(Ask ask) {
        return node.cards().stream()
                        .filter(card -> !held(card).isEmpty() && fits(ask, card))
                        .count()
                >= ask.cards();
    }

    /** Within every guarantee of cards that its tenant has, and it has one. */
    private boolean entitled(Quota quota, Workload workload) {
        Amounts then = used(quota.tenant()).plus(workload.ask().amounts());
        Map<Dimension, Limit> guarantees = new HashMap<>(quota.limits());
        guarantees.keySet().removeIf(dimension -> !dimension.ofCards());
        guarantees.values().removeIf(limit -> limit.guarantee() == 0);
        boolean underCeilings = quota.limits().entrySet().stream()
                .allMatch(limit -> limit.getValue().allows(then.get(limit.getKey())));
        return underCeilings
                && !guarantees.isEmpty()
                && guarantees.entrySet().stream()
                        .allMatch(limit ->
                                then.get(limit.getKey()) <= limit.getValue().guarantee());
    }

    private long emptyCards() {
        return node.cards().stream()
                .filter(card -> card.healthy() && held(card).isEmpty())
                .count();
    }

    private boolean hostFits(Ask ask) {
        Amounts used = usedByTenant.values().stream().reduce(Amounts.ZERO, Amounts::plus);
        return used.get(Dimension.CPU) + ask.cpuMilli() <= node.cpuMilli()
                && used.get(Dimension.HOST_MEMORY) + ask.hostMemoryMib() <= node.memoryMib();
    }

    private boolean fits(Ask ask, Card card) {
        List<Share> shares = held(card);
        if (!card.healthy() || shares.stream().anyMatch(Share::whole)) {
            return false;
        }
        if (ask.whole() || shares.isEmpty()) {
            return shares.isEmpty();
        }
        MigProfile profile = ask.profile();
        if (profile == null) {
            return shares.stream().allMatch(share -> share.slice() == null)
                    && sum(shares, Share::memoryMib) + ask.memoryMib() <= model.memoryMib()
                    && sum(shares, Share::computePermille) + ask.computePermille() <= 1000
                    && sum(shares, Share::bandwidthPermille) + ask.bandwidthPermille() <= 1000;
        }
        return shares.stream().allMatch(share -> share.slice() != null) && sliceFits(profile, shares);
    }

    private boolean sliceFits(MigProfile profile, List<Share> shares) {
        BitSet memory = new BitSet();
        int compute = profile.computeSlices();
        for (Share share : shares) {
            Slice slice = Optional.ofNullable(share.slice()).orElseThrow();
            MigProfile other = model.migProfile(slice.profile()).orElseThrow();
            memory.set(slice.start(), slice.start() + other.memorySlices());
            compute += other.computeSlices();
        }
        return compute <= model.computeSlices()
                && profile.starts().stream()
                        .anyMatch(start -> memory.get(start, start + profile.memorySlices())
                                .isEmpty());
    }

    private Amounts used(String tenant) {
        return usedByTenant.getOrDefault(tenant, Amounts.ZERO);
    }

    private static long sum(List<Share> shares, ToLongFunction<Share> part) {
        return shares.stream().mapToLong(part).sum();
    }
}
