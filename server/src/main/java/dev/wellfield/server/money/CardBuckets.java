package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.store.CardSums;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Card time by time, as the contract has it. */
final class CardBuckets {
    private CardBuckets() {}

    static List<ObjectNode> read(
            Transaction tx, TenantQuery shown, List<TimeWindow> pieces, CardSums.Group group, int most, Instant now) {
        return HeldSums.read(tx, shown, pieces, group, most, now).stream()
                .map(sum -> json(sum, pieces.get(sum.piece())))
                .toList();
    }

    private static ObjectNode json(HeldSums.Sum sum, TimeWindow piece) {
        ObjectNode json = BucketOperations.head(piece);
        Json.putIfAny(json, "tenant", sum.names().tenant());
        Json.putIfAny(json, "workload", sum.names().workload());
        Json.putIfAny(json, "cardModel", sum.names().cardModel());
        return json.put("cardSeconds", UsageOperations.cardSeconds(sum.held().milliCardMicros()))
                .put("memoryMibSeconds", seconds(sum.held().mibMicros()))
                .put("computePermilleSeconds", seconds(sum.held().permilleMicros()))
                .put("running", sum.running())
                .put("simulated", sum.simulated());
    }

    private static String seconds(BigDecimal micros) {
        return InvoiceJson.plain(micros.movePointLeft(6).stripTrailingZeros());
    }
}
