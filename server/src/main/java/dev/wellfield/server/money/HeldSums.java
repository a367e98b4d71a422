package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.CardSums;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Card time summed up: that of the facts, which the database adds up, and what runs now and hasn't become facts yet. */
final class HeldSums {
    private HeldSums() {}

    /**
     * One sum. What it isn't kept apart by is null.
     *
     * @param piece the place of its piece of time in the list that was asked for
     * @param running whether some of it is still held
     */
    record Sum(int piece, Names names, Held held, boolean running, boolean simulated) {
        private Sum plus(Sum other) {
            return new Sum(piece, names, held.plus(other.held), running || other.running, simulated || other.simulated);
        }
    }

    /** Whose and of what it is. */
    record Names(
            @Nullable String tenant,
            @Nullable String workload,
            @Nullable String cardModel,
            @Nullable PlanType plan) {
        private static Names of(UsageFact.CardTime fact, CardSums.Group group) {
            return switch (group) {
                case TENANT -> new Names(fact.tenant(), null, null, null);
                case MODEL -> new Names(null, null, fact.cardModel(), null);
                case WORKLOAD -> new Names(fact.tenant(), fact.workload(), null, null);
                case PLAN -> new Names(fact.tenant(), fact.workload(), fact.cardModel(), fact.plan());
            };
        }
    }

    /**
     * What was held.
     *
     * @param milliCardMicros thousandths of cards times microseconds
     * @param mibMicros device memory, MiB times microseconds
     * @param permilleMicros compute, thousandths of a card times microseconds
     */
    record Held(BigDecimal milliCardMicros, BigDecimal mibMicros, BigDecimal permilleMicros) {
        private static Held of(UsageFact.CardTime part, Share share) {
            BigDecimal micros = BigDecimal.valueOf(part.window().micros());
            return new Held(
                    BigDecimal.valueOf(part.milliCardMicros()),
                    micros.multiply(BigDecimal.valueOf(share.memoryMib())),
                    micros.multiply(BigDecimal.valueOf(share.computePermille())));
        }

        private Held plus(Held other) {
            return new Held(
                    milliCardMicros.add(other.milliCardMicros),
                    mibMicros.add(other.mibMicros),
                    permilleMicros.add(other.permilleMicros));
        }
    }

    private record Key(int piece, Names names) {
        private static final Comparator<@Nullable String> BY_NAME = Comparator.nullsFirst(Comparator.naturalOrder());

        static final Comparator<Key> ORDER = Comparator.comparingInt(Key::piece)
                .thenComparing(it -> it.names.tenant, BY_NAME)
                .thenComparing(it -> it.names.workload, BY_NAME)
                .thenComparing(it -> it.names.cardModel, BY_NAME)
                .thenComparing(it -> it.names.plan, Comparator.nullsFirst(Comparator.naturalOrder()));
    }

    /**
     * Sums of each of {@code pieces}, in order of time and then of names.
     *
     * @param pieces that follow each other without a gap
     * @param most no more than so many come back
     */
    static List<Sum> read(
            Transaction tx, TenantQuery shown, List<TimeWindow> pieces, CardSums.Group group, int most, Instant now) {
        if (pieces.isEmpty()) {
            return List.of();
        }
        TimeWindow window =
                new TimeWindow(pieces.getFirst().from(), pieces.getLast().to());
        if (window.micros() == 0) {
            return List.of();
        }
        Map<Key, Sum> sums = new TreeMap<>(Key.ORDER);
        for (CardSums.Sum sum : tx.cardSums().sums(shown.visible(), shown.tenant(), pieces, group, most)) {
            add(sums, written(sum));
        }
        for (Sum open : open(tx, shown, pieces, window, group, now)) {
            add(sums, open);
        }
        return sums.values().stream().limit(most).toList();
    }

    private static void add(Map<Key, Sum> sums, Sum sum) {
        sums.merge(new Key(sum.piece(), sum.names()), sum, Sum::plus);
    }

    private static Sum written(CardSums.Sum sum) {
        return new Sum(
                sum.piece(),
                new Names(sum.tenant(), sum.workload(), sum.cardModel(), sum.plan()),
                new Held(sum.milliCardMicros(), sum.mibMicros(), sum.permilleMicros()),
                false,
                sum.simulated());
    }

    private static List<Sum> open(
            Transaction tx,
            TenantQuery shown,
            List<TimeWindow> pieces,
            TimeWindow window,
            CardSums.Group group,
            Instant now) {
        Map<UUID, Allocations.Row> rows = tx.allocations().unmetered(shown.tenant()).stream()
                .collect(Collectors.toMap(row -> row.allocation().id(), row -> row));
        return Usage.open(tx, shown.visible(), shown.tenant(), window, now).stream()
                .<Sum>mapMulti((fact, sums) -> {
                    Share share = share(Objects.requireNonNull(rows.get(fact.allocationId())), fact.card());
                    for (int i = 0; i < pieces.size(); i++) {
                        int piece = i;
                        fact.within(pieces.get(i))
                                .ifPresent(part -> sums.accept(new Sum(
                                        piece, Names.of(fact, group), Held.of(part, share), true, fact.simulated())));
                    }
                })
                .toList();
    }

    private static Share share(Allocations.Row row, int card) {
        return row.allocation().shares().stream()
                .filter(it -> it.card() == card)
                .findFirst()
                .orElseThrow();
    }
}
