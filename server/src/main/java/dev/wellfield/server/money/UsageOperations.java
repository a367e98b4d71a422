package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.TokenRollup;
import dev.wellfield.store.TokenRollup.Group;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
        T read(Transaction tx, Visible visible, @Nullable String tenant, TimeWindow window);
    }

    private <T> Read<T> read(Call call, Instant now, Reading<T> reading) {
        TenantQuery shown = TenantQuery.of(call, Permission.USAGE_READ);
        return database.snapshot(tx -> {
            ZoneId zone = UsageWindow.zone(tx, shown);
            TimeWindow window = UsageWindow.of(call, zone, now);
            return new Read<>(window, zone, reading.read(tx, shown.visible(), shown.tenant(), window));
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
        Read<Usage> read =
                read(call, now, (tx, visible, tenant, window) -> Usage.cards(tx, visible, tenant, window, now));
        TimeWindow window = read.window();
        Usage usage = read.usage();
        Set<String> running = new HashSet<>();
        usage.open().forEach(fact -> running.add(group(fact)));
        Map<String, CardSum> sums = new LinkedHashMap<>();
        for (UsageFact.CardTime held : usage.all()) {
            held.within(window)
                    .ifPresent(part -> sums.merge(
                            group(held), new CardSum(held, BigDecimal.valueOf(part.milliCardMicros())), CardSum::plus));
        }
        ObjectNode json = head(read);
        ArrayNode items = json.putArray("items");
        sums.forEach((group, sum) -> items.add(sum.json(running.contains(group))));
        return Reply.ok(json);
    }

    /** Card time of one workload, in thousandths of cards times microseconds. */
    private record CardSum(UsageFact.CardTime any, BigDecimal milliMicros) {
        CardSum plus(CardSum other) {
            return new CardSum(any, milliMicros.add(other.milliMicros));
        }

        ObjectNode json(boolean running) {
            return Json.object()
                    .put("tenant", any.tenant())
                    .put("workload", any.workload())
                    .put("cardModel", any.cardModel())
                    .put("plan", any.plan().name())
                    .put("cardSeconds", cardSeconds(milliMicros))
                    .put("running", running)
                    .put("simulated", any.simulated());
        }
    }

    /** Thousandths of cards times microseconds as card-seconds, exact. */
    static String cardSeconds(BigDecimal milliMicros) {
        BigDecimal seconds = milliMicros.divide(MILLI_MICROS).stripTrailingZeros();
        return (seconds.scale() < 0 ? seconds.setScale(0) : seconds).toPlainString();
    }

    private static String group(UsageFact.CardTime fact) {
        return String.join(
                " ",
                fact.tenant(),
                fact.workload(),
                fact.cardModel(),
                fact.plan().name());
    }

    private Reply listTokens(Call call) {
        Read<List<TokenRollup.Sum>> read = read(
                call,
                clock.instant(),
                (tx, visible, tenant, window) -> tx.tokenRollup()
                        .sums(visible, tenant, List.of(window), Group.KEY_AND_MODEL, Integer.MAX_VALUE));
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
