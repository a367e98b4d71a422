package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.pool.Share;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.CardSums;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Card time by time: sums of the facts, and what runs now and hasn't become facts yet. */
final class CardBuckets {
    private CardBuckets() {}

    static List<ObjectNode> read(
            Transaction tx, TenantQuery shown, List<TimeWindow> pieces, CardSums.Group group, int most, Instant now) {
        if (pieces.isEmpty()) {
            return List.of();
        }
        Map<Key, Held> sums = new TreeMap<>();
        for (CardSums.Sum sum : tx.cardSums().sums(shown.visible(), shown.tenant(), pieces, group, most)) {
            sums.put(
                    new Key(sum.piece(), text(sum.tenant()), text(sum.workload()), text(sum.cardModel())),
                    new Held(sum.milliCardMicros(), sum.mibMicros(), sum.permilleMicros(), false, sum.simulated()));
        }
        TimeWindow window =
                new TimeWindow(pieces.getFirst().from(), pieces.getLast().to());
        Map<UUID, Allocations.Row> rows = tx.allocations().unmetered().stream()
                .collect(Collectors.toMap(row -> row.allocation().id(), row -> row));
        for (UsageFact.CardTime fact : Usage.open(tx, shown.visible(), shown.tenant(), window, now)) {
            Share share = Objects.requireNonNull(rows.get(fact.allocationId())).allocation().shares().stream()
                    .filter(it -> it.card() == fact.card())
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < pieces.size(); i++) {
                Key key = key(i, fact, group);
                fact.within(pieces.get(i)).ifPresent(part -> sums.merge(key, Held.of(part, share), Held::plus));
            }
        }
        return sums.entrySet().stream()
                .limit(most)
                .map(it ->
                        json(it.getKey(), it.getValue(), pieces.get(it.getKey().piece())))
                .toList();
    }

    private static String text(@Nullable String name) {
        return name == null ? "" : name;
    }

    private static Key key(int piece, UsageFact.CardTime fact, CardSums.Group group) {
        return switch (group) {
            case TENANT -> new Key(piece, fact.tenant(), "", "");
            case MODEL -> new Key(piece, "", "", fact.cardModel());
            case WORKLOAD -> new Key(piece, fact.tenant(), fact.workload(), "");
        };
    }

    /** What a sum is of; empty what it isn't kept apart by. */
    private record Key(int piece, String tenant, String workload, String cardModel) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return piece != other.piece ? Integer.compare(piece, other.piece) : names().compareTo(other.names());
        }

        private String names() {
            return tenant + " " + workload + " " + cardModel;
        }
    }

    private record Held(
            BigDecimal milliCardMicros,
            BigDecimal mibMicros,
            BigDecimal permilleMicros,
            boolean running,
            boolean simulated) {
        static Held of(UsageFact.CardTime part, Share share) {
            BigDecimal micros = BigDecimal.valueOf(part.window().micros());
            return new Held(
                    BigDecimal.valueOf(part.milliCardMicros()),
                    micros.multiply(BigDecimal.valueOf(share.memoryMib())),
                    micros.multiply(BigDecimal.valueOf(share.computePermille())),
                    true,
                    part.simulated());
        }

        Held plus(Held other) {
            return new Held(
                    milliCardMicros.add(other.milliCardMicros),
                    mibMicros.add(other.mibMicros),
                    permilleMicros.add(other.permilleMicros),
                    running || other.running,
                    simulated || other.simulated);
        }
    }

    private static ObjectNode json(Key key, Held held, TimeWindow piece) {
        ObjectNode json = BucketOperations.head(piece);
        named(json, "tenant", key.tenant());
        named(json, "workload", key.workload());
        named(json, "cardModel", key.cardModel());
        return json.put("cardSeconds", UsageOperations.cardSeconds(held.milliCardMicros()))
                .put("memoryMibSeconds", seconds(held.mibMicros()))
                .put("computePermilleSeconds", seconds(held.permilleMicros()))
                .put("running", held.running())
                .put("simulated", held.simulated());
    }

    private static void named(ObjectNode json, String field, String name) {
        BucketOperations.named(json, field, name.isEmpty() ? null : name);
    }

    private static String seconds(BigDecimal micros) {
        return InvoiceJson.plain(micros.movePointLeft(6).stripTrailingZeros());
    }
}
