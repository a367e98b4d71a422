package dev.wellfield.core.pool;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A machine with cards.
 *
 * @param simulated its cards do not exist: limiter and MIG behave as if loaded, and everything on it is marked
 * @param limiterLoaded whether a software limiter (HAMi-core or MPS) is really loaded, so that SOFT can be granted
 * @param cpuMilli host CPU, thousandths of a core
 * @param memoryMib host memory, MiB
 * @param nvlinkGroups indexes of cards that reach each other by NVLink
 */
public record Node(
        UUID id,
        String name,
        String region,
        String zone,
        boolean simulated,
        boolean limiterLoaded,
        long cpuMilli,
        long memoryMib,
        List<Card> cards,
        List<Set<Integer>> nvlinkGroups) {
    public Node {
        cards = cards.stream().sorted(Comparator.comparingInt(Card::index)).toList();
        nvlinkGroups = nvlinkGroups.stream().map(Set::copyOf).toList();
    }

    public Optional<Card> card(int index) {
        return cards.stream().filter(card -> card.index() == index).findFirst();
    }

    /** How many of its cards are in that pool, whether healthy or not. */
    public long cardsOf(String pool) {
        return cards.stream().filter(card -> card.pool().equals(pool)).count();
    }

    /** The level that a software share gets here. */
    public Isolation softLevel() {
        return simulated || limiterLoaded ? Isolation.SOFT : Isolation.NONE;
    }
}
