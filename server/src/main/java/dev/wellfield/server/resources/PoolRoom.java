package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.store.Transaction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the healthy cards of each pool have, beside what is guaranteed of it. */
record PoolRoom(Map<String, Map<Dimension, Long>> capacity, List<Quota> quotas) {
    /** A guarantee that a pool can't keep. */
    record Shortage(String pool, Dimension dimension, long capacity, long guaranteed, String whom) {}

    static PoolRoom now(Transaction tx) {
        Resources resources = tx.declared().resources(false);
        Map<String, Map<Dimension, Long>> capacity = new HashMap<>();
        resources.pools().keySet().forEach(pool -> {
            Map<Dimension, Long> room = new EnumMap<>(Dimension.class);
            for (Dimension dimension : Dimension.values()) {
                if (dimension.ofCards()) {
                    room.put(dimension, QuotaRules.capacity(resources, pool, dimension));
                }
            }
            capacity.put(pool, room);
        });
        return new PoolRoom(capacity, resources.quotas());
    }

    /** The guarantees that don't fit any more because a pool has less than it had before; what was short anyway isn't told. */
    List<Shortage> shortOf(PoolRoom before) {
        List<Shortage> all = new ArrayList<>();
        before.capacity()
                .forEach((pool, rooms) -> rooms.forEach((dimension, room) -> {
                    long left = capacity.getOrDefault(pool, Map.of()).getOrDefault(dimension, 0L);
                    List<Quota> guarantees = quotas.stream()
                            .filter(it -> it.pool().equals(pool)
                                    && it.limit(dimension).guarantee() > 0)
                            .toList();
                    long guaranteed = guarantees.stream()
                            .mapToLong(it -> it.limit(dimension).guarantee())
                            .sum();
                    if (left < room && left < guaranteed) {
                        String whom = guarantees.stream()
                                .map(it -> it.tenant() + " "
                                        + dimension.text(it.limit(dimension).guarantee()))
                                .collect(Collectors.joining(", "));
                        all.add(new Shortage(pool, dimension, left, guaranteed, whom));
                    }
                }));
        return all;
    }
}
