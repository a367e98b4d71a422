package dev.wellfield.server.money;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.metering.Reconciliation;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.scheduling.Cluster.Observed;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Endpoints;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The other witness of a line. For tokens: the engines' own counters, which count the requests of all callers, so that they
 * are held against all records of the engine. For card time: the processes' own records of start and end.
 */
final class SecondLayer {
    /** Longer than a record normally takes from its settlement to a fact. */
    private static final Duration ON_THE_WAY = Duration.ofSeconds(5);

    private SecondLayer() {}

    /**
     * One witness against the facts.
     *
     * @param covers whether the witness has spoken of all the facts
     */
    record Comparison(
            String source,
            String measure,
            @Nullable TimeWindow window,
            boolean covers,
            String value,
            String low,
            String high,
            boolean agrees,
            String difference,
            @Nullable String note) {
        ObjectNode json() {
            ObjectNode json = Json.object()
                    .put("source", source)
                    .put("measure", measure)
                    .put("measured", value)
                    .put("factsLow", low)
                    .put("factsHigh", high)
                    .put("agrees", agrees)
                    .put("difference", difference);
            if (window != null) {
                json.put("from", window.from().toString()).put("to", window.to().toString());
            }
            if (note != null) {
                json.put("note", note);
            }
            return json;
        }
    }

    static List<Comparison> tokens(
            Transaction tx, Account account, List<UsageFact> facts, boolean prompt, Instant now) {
        Map<UUID, Instant> lastSettled = facts.stream()
                .filter(UsageFact.Tokens.class::isInstance)
                .map(UsageFact.Tokens.class::cast)
                .collect(Collectors.toMap(
                        UsageFact.Tokens::endpointId, fact -> fact.window().to(), SecondLayer::later));
        List<Comparison> comparisons = new ArrayList<>();
        for (Endpoints.Row endpoint : tx.endpoints().find(lastSettled.keySet())) {
            Instant last = lastSettled.get(endpoint.endpoint().id());
            comparisons.add(tokens(tx, account, endpoint, prompt, last, now));
        }
        return comparisons;
    }

    private static Comparison tokens(
            Transaction tx, Account account, Endpoints.Row row, boolean prompt, @Nullable Instant last, Instant now) {
        UUID id = row.endpoint().id();
        String source = row.endpoint().tenant() + "/" + row.endpoint().workload() + ", engine "
                + row.endpoint().engine() + " since " + row.createdAt();
        String measure = prompt ? "PROMPT_TOKENS" : "COMPLETION_TOKENS";
        Instant startedAt = Optional.ofNullable(
                        tx.allocations().find(Set.of(id)).get(id))
                .map(Allocations.Row::startedAt)
                .orElse(row.createdAt());
        TimeWindow settled = settled(account.window(), now);
        List<UsageRecord> records =
                tx.usageFacts().asRecords(id, new TimeWindow(startedAt, later(startedAt, settled.to())));
        Optional<Reconciliation.Both> both =
                Reconciliation.reconcile(settled, startedAt, tx.counters().of(id), records);
        if (both.isEmpty() || row.endpoint().engine() == EngineKind.OTHER) {
            return new Comparison(source, measure, null, false, "0", "0", "0", true, "0", "NOT_SCRAPED");
        }
        Reconciliation.Result result = prompt ? both.get().prompt() : both.get().completion();
        boolean covers = last == null || result.covers(last);
        return new Comparison(
                source,
                measure,
                result.window(),
                covers,
                Long.toString(result.measured()),
                Long.toString(result.low()),
                Long.toString(result.high()),
                result.agrees(),
                Long.toString(result.difference()),
                !covers
                        ? "NOT_SCRAPED"
                        : result.abortedRequests()
                                ? "ABORTED_REQUESTS"
                                : result.openRequests() ? "OPEN_REQUESTS" : null);
    }

    /** The window without its last moments, whose records may still be on their way to becoming facts. */
    private static TimeWindow settled(TimeWindow window, Instant now) {
        Instant certain = now.minus(ON_THE_WAY);
        Instant to = certain.isBefore(window.to()) ? certain : window.to();
        return new TimeWindow(window.from(), later(window.from(), to));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** How long the process itself says that it ran, cut to the month, times what it held. */
    static List<Comparison> cardTime(
            Transaction tx, Cluster cluster, Account account, List<UsageFact> facts, Instant now) {
        Map<UUID, List<UsageFact.CardTime>> byAllocation = facts.stream()
                .filter(UsageFact.CardTime.class::isInstance)
                .map(UsageFact.CardTime.class::cast)
                .collect(Collectors.groupingBy(
                        UsageFact.CardTime::allocationId, LinkedHashMap::new, Collectors.toList()));
        Map<UUID, Allocations.Row> rows = tx.allocations().find(byAllocation.keySet());
        List<Comparison> comparisons = new ArrayList<>();
        byAllocation.forEach((id, held) -> {
            Allocations.Row row = rows.get(id);
            if (row != null) {
                comparisons.add(cardTime(account, row, cluster.record(id).or(() -> kept(row)), held, now));
            }
        });
        return comparisons;
    }

    /** What the record said, where it has been removed since. */
    private static Optional<Observed> kept(Allocations.Row row) {
        return Optional.ofNullable(row.ran())
                .map(ran -> new Observed.Gone(ran.from(), new Exit(null, null, ran.to(), false, row.endInferred())));
    }

    private static Comparison cardTime(
            Account account,
            Allocations.Row row,
            Optional<Observed> record,
            List<UsageFact.CardTime> held,
            Instant now) {
        BigDecimal facts = held.stream()
                .map(fact -> BigDecimal.valueOf(fact.milliCardMicros()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        String source = row.allocation().tenant() + "/" + row.workload() + ", process on "
                + row.allocation().node();
        String said = UsageOperations.cardSeconds(facts);
        Optional<TimeWindow> ran = record.flatMap(it -> ran(it, now));
        if (ran.isEmpty()) {
            return new Comparison(source, "CARD_SECONDS", null, false, "0", said, said, true, "0", "NO_RECORD");
        }
        Optional<TimeWindow> window = ran.get().intersect(account.window());
        long milli = row.allocation().shares().stream()
                .mapToLong(share -> share.cardsMilli(row.model()))
                .sum();
        BigDecimal measured =
                BigDecimal.valueOf(window.map(TimeWindow::micros).orElse(0L)).multiply(BigDecimal.valueOf(milli));
        BigDecimal difference = measured.subtract(facts);
        return new Comparison(
                source,
                "CARD_SECONDS",
                window.orElse(null),
                true,
                UsageOperations.cardSeconds(measured),
                said,
                said,
                difference.signum() == 0,
                UsageOperations.cardSeconds(difference),
                row.endInferred() ? "INFERRED_END" : null);
    }

    private static Optional<TimeWindow> ran(Observed record, Instant now) {
        return switch (record) {
            case Observed.Starting ignored -> Optional.empty();
            case Observed.Running running ->
                Optional.of(new TimeWindow(running.startedAt(), later(running.startedAt(), now)));
            case Observed.Gone gone ->
                gone.startedAt() == null
                        ? Optional.empty()
                        : Optional.of(new TimeWindow(
                                gone.startedAt(),
                                later(gone.startedAt(), gone.exit().at())));
        };
    }
}
