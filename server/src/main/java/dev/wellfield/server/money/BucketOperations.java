package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeBucket;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.CardSums;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.TokenRollup;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Usage by time over REST: what curves are drawn from. */
public final class BucketOperations {
    /** A day of minutes, two months of hours, four years of days. */
    private static final int MOST_BUCKETS = 1_500;

    private static final int MOST_ITEMS = 20_000;

    private final Database database;
    private final InstantSource clock;

    public BucketOperations(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of("listTokenBuckets", this::listTokens, "listCardBuckets", this::listCards);
    }

    private Reply listTokens(Call call) {
        TokenRollup.Group group = TokenRollup.Group.valueOf(call.query("group").orElseThrow());
        return read(
                call,
                (tx, shown, pieces, now) ->
                        tx.tokenRollup().sums(shown.visible(), shown.tenant(), pieces, group, MOST_ITEMS + 1).stream()
                                .map(sum -> json(sum, pieces.get(sum.piece())))
                                .toList());
    }

    private Reply listCards(Call call) {
        CardSums.Group group = CardSums.Group.valueOf(call.query("group").orElseThrow());
        return read(call, (tx, shown, pieces, now) -> CardBuckets.read(tx, shown, pieces, group, MOST_ITEMS + 1, now));
    }

    /** Reads the items of some pieces of time. */
    private interface Reading {
        List<ObjectNode> items(Transaction tx, TenantQuery shown, List<TimeWindow> pieces, Instant now);
    }

    private Reply read(Call call, Reading reading) {
        TenantQuery shown = TenantQuery.of(call, Permission.USAGE_READ);
        TimeBucket bucket = TimeBucket.valueOf(call.query("bucket").orElseThrow());
        Instant now = clock.instant();
        return database.snapshot(tx -> {
            ZoneId own = UsageWindow.zone(tx, shown);
            ZoneId zone = call.query("zone").map(BucketOperations::zone).orElse(own);
            TimeWindow window = UsageWindow.of(call, zone, now);
            List<TimeWindow> pieces = bucket.cut(window, zone, MOST_BUCKETS);
            if (pieces.size() > MOST_BUCKETS) {
                throw tooMany(
                        bucket, count(MOST_BUCKETS) + " of them between " + window.from() + " and " + window.to());
            }
            List<ObjectNode> items = reading.items(tx, shown, pieces, now);
            if (items.size() > MOST_ITEMS) {
                throw tooMany(bucket, count(MOST_ITEMS) + " sums; ask for one tenant or group by less");
            }
            return Reply.ok(json(window, zone, bucket, pieces, items));
        });
    }

    private static ZoneId zone(String name) {
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw Problem.invalid(FieldError.of("query/zone", name, "an IANA time zone, e.g. Asia/Shanghai"))
                    .exception();
        }
        return ZoneId.of(name);
    }

    private static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static RuntimeException tooMany(TimeBucket bucket, String what) {
        return Problem.invalid(FieldError.of(
                        "query/bucket",
                        bucket.name(),
                        "a longer bucket or a shorter window: there would be more than " + what))
                .exception();
    }

    private static ObjectNode json(
            TimeWindow window, ZoneId zone, TimeBucket bucket, List<TimeWindow> pieces, List<ObjectNode> items) {
        ObjectNode json = Json.object()
                .put("from", window.from().toString())
                .put("to", window.to().toString())
                .put("zone", zone.getId())
                .put("bucket", bucket.name());
        ArrayNode starts = json.putArray("starts");
        pieces.forEach(piece -> starts.add(piece.from().toString()));
        json.putArray("items").addAll(items);
        return json;
    }

    private static ObjectNode json(TokenRollup.Sum sum, TimeWindow piece) {
        ObjectNode json = head(piece);
        Json.putIfAny(json, "tenant", sum.tenant());
        Json.putIfAny(json, "key", sum.key());
        Json.putIfAny(json, "model", sum.model());
        Json.putIfAny(json, "modelOwner", sum.modelOwner());
        return json.put("requests", sum.requests())
                .put("failedRequests", sum.failed())
                .put("abortedRequests", sum.aborted())
                .put("estimatedRequests", sum.estimated())
                .put("promptTokens", sum.tokens().prompt())
                .put("cachedTokens", sum.tokens().cached())
                .put("completionTokens", sum.tokens().completion())
                .put("simulated", sum.simulated());
    }

    static ObjectNode head(TimeWindow piece) {
        return Json.object()
                .put("from", piece.from().toString())
                .put("to", piece.to().toString());
    }
}
