package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.CardSums;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.TokenRollup;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Usage over REST: card-seconds by workload, tokens by key and model. */
public final class UsageOperations {
    private static final BigDecimal MILLI_MICROS = BigDecimal.valueOf(1_000_000_000L);

    private final Database database;
    private final InstantSource clock;

    public UsageOperations(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of("listCardUsage", this::listCards, "listTokenUsage", this::listTokens);
    }

    /** @param zone in which a month begins */
    private record Read<T>(TimeWindow window, ZoneId zone, T usage) {}

    /** Reads something in a window. */
    private interface Reading<T> {
        T read(Transaction tx, TenantQuery shown, TimeWindow window);
    }

    private <T> Read<T> read(Call call, Reading<T> reading, Instant now) {
        TenantQuery shown = TenantQuery.of(call, Permission.USAGE_READ);
        return database.snapshot(tx -> {
            ZoneId zone = UsageWindow.zone(tx, shown);
            TimeWindow window = UsageWindow.of(call, zone, now);
            return new Read<>(window, zone, reading.read(tx, shown, window));
        });
    }

    private static ObjectNode head(Read<?> read) {
        return Json.object()
                .put("from", read.window().from().toString())
                .put("to", read.window().to().toString())
                .put("zone", read.zone().getId());
    }

    private Reply listCards(Call call) {
        Instant now = clock.instant();
        Read<List<HeldSums.Sum>> read = read(
                call,
                (tx, shown, window) ->
                        HeldSums.read(tx, shown, List.of(window), CardSums.Group.PLAN, Integer.MAX_VALUE, now),
                now);
        ObjectNode json = head(read);
        ArrayNode items = json.putArray("items");
        read.usage().forEach(sum -> items.add(json(sum)));
        return Reply.ok(json);
    }

    private static ObjectNode json(HeldSums.Sum sum) {
        ObjectNode json = Json.object();
        Json.putIfAny(json, "tenant", sum.names().tenant());
        Json.putIfAny(json, "workload", sum.names().workload());
        Json.putIfAny(json, "cardModel", sum.names().cardModel());
        Json.putIfAny(json, "plan", sum.names().plan());
        return json.put("cardSeconds", cardSeconds(sum.held().milliCardMicros()))
                .put("running", sum.running())
                .put("simulated", sum.simulated());
    }

    /** Thousandths of cards times microseconds as card-seconds, exact. */
    static String cardSeconds(BigDecimal milliMicros) {
        BigDecimal seconds = milliMicros.divide(MILLI_MICROS).stripTrailingZeros();
        return (seconds.scale() < 0 ? seconds.setScale(0) : seconds).toPlainString();
    }

    private Reply listTokens(Call call) {
        Read<List<TokenRollup.Sum>> read = read(
                call,
                (tx, shown, window) -> tx.tokenRollup()
                        .sums(
                                shown.visible(),
                                shown.tenant(),
                                List.of(window),
                                TokenRollup.Group.KEY_AND_MODEL,
                                Integer.MAX_VALUE),
                clock.instant());
        ObjectNode json = head(read);
        ArrayNode items = json.putArray("items");
        read.usage().forEach(sum -> items.add(json(sum)));
        return Reply.ok(json);
    }

    private static ObjectNode json(TokenRollup.Sum sum) {
        return Json.object()
                .put("tenant", sum.tenant())
                .put("key", sum.key())
                .put("model", sum.model())
                .put("modelOwner", sum.modelOwner())
                .put("requests", sum.requests())
                .put("promptTokens", sum.tokens().prompt())
                .put("cachedTokens", sum.tokens().cached())
                .put("completionTokens", sum.tokens().completion())
                .put("estimatedRequests", sum.estimated())
                .put("simulated", sum.simulated());
    }
}
