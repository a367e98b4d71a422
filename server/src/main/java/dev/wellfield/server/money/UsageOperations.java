package dev.wellfield.server.money;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Usage over REST: card-seconds by workload, tokens by key and model. */
public final class UsageOperations {
    private static final ZoneId UTC = ZoneId.of("UTC");
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
    private record Read(TimeWindow window, ZoneId zone, Usage usage) {}

    private Read read(Call call, Instant now) {
        TenantQuery shown = TenantQuery.of(call, Permission.USAGE_READ);
        return database.snapshot(tx -> {
            ZoneId zone = zone(tx, shown);
            TimeWindow window = window(call, zone, now);
            return new Read(window, zone, Usage.read(tx, shown.visible(), shown.tenant(), window, now));
        });
    }

    /** That of all tenants shown, as on their invoices; where they have several, UTC. */
    private static ZoneId zone(Transaction tx, TenantQuery shown) {
        Set<ZoneId> zones = tx.declared().tenants().values().stream()
                .filter(it -> shown.visible().shows(it.name())
                        && (shown.tenant() == null || it.name().equals(shown.tenant())))
                .map(Tenant::zone)
                .collect(Collectors.toSet());
        return zones.size() == 1 ? zones.iterator().next() : UTC;
    }

    private static TimeWindow window(Call call, ZoneId zone, Instant now) {
        Instant to = call.query("to")
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElse(now);
        Instant from = call.query("from")
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElseGet(() -> YearMonth.from(to.atZone(zone))
                        .atDay(1)
                        .atStartOfDay(zone)
                        .toInstant());
        if (to.isBefore(from)) {
            throw Problem.invalid(FieldError.of("query/to", to.toString(), "not before from (" + from + ")"))
                    .exception();
        }
        return new TimeWindow(from, to);
    }

    private static ObjectNode head(Read read) {
        return Json.object()
                .put("from", read.window().from().toString())
                .put("to", read.window().to().toString())
                .put("zone", read.zone().getId());
    }

    private Reply listCards(Call call) {
        Instant now = clock.instant();
        Read read = read(call, now);
        TimeWindow window = read.window();
        Usage usage = read.usage();
        Set<String> running = new HashSet<>();
        usage.open().forEach(fact -> running.add(group(fact)));
        Map<String, CardSum> sums = new LinkedHashMap<>();
        for (UsageFact fact : usage.facts()) {
            if (fact instanceof UsageFact.CardTime held) {
                held.window()
                        .intersect(window)
                        .ifPresent(part -> sums.merge(
                                group(held),
                                new CardSum(held, BigDecimal.valueOf(part.micros() * held.cardsMilli())),
                                CardSum::plus));
            }
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
        Instant now = clock.instant();
        Read read = read(call, now);
        Map<List<Object>, Sum> sums = new LinkedHashMap<>();
        for (UsageFact.Tokens fact : read.usage().tokens()) {
            sums.computeIfAbsent(List.of(fact.tenant(), fact.keyId(), fact.modelId()), ignored -> new Sum(fact))
                    .add(fact);
        }
        ObjectNode json = head(read);
        ArrayNode items = json.putArray("items");
        sums.values().forEach(sum -> items.add(sum.json()));
        return Reply.ok(json);
    }

    /** Tokens of one key and model. */
    private static final class Sum {
        private final UsageFact.Tokens any;
        private long requests;
        private long prompt;
        private long cached;
        private long completion;
        private long estimated;
        private boolean simulated;

        Sum(UsageFact.Tokens any) {
            this.any = any;
        }

        void add(UsageFact.Tokens fact) {
            requests++;
            prompt += fact.count().prompt();
            cached += fact.count().cached();
            completion += fact.count().completion();
            estimated += fact.estimated() ? 1 : 0;
            simulated |= fact.simulated();
        }

        ObjectNode json() {
            return Json.object()
                    .put("tenant", any.tenant())
                    .put("key", any.keyName())
                    .put("model", any.model())
                    .put("modelOwner", any.modelOwner())
                    .put("requests", requests)
                    .put("promptTokens", prompt)
                    .put("cachedTokens", cached)
                    .put("completionTokens", completion)
                    .put("estimatedRequests", estimated)
                    .put("simulated", simulated);
        }
    }
}
