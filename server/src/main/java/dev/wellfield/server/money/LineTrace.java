package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoiceLine;
import dev.wellfield.core.billing.InvoiceLine.Item;
import dev.wellfield.core.billing.Rating;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.scheduling.Cluster;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Walks from a line to its charge, to its facts, and to the second layer of metering over the same window. */
final class LineTrace {
    private static final int FACTS_SHOWN = 200;

    private final Transaction tx;
    private final Cluster cluster;
    private final Account account;
    private final InvoiceLine line;
    private final Instant now;
    private final List<UsageFact> facts;

    LineTrace(Transaction tx, Cluster cluster, Account account, InvoiceLine line, Instant now) {
        this.tx = tx;
        this.cluster = cluster;
        this.account = account;
        this.line = line;
        this.now = now;
        this.facts = facts();
    }

    ObjectNode json() {
        ObjectNode json = Json.object()
                .put("tenant", account.tenant().name())
                .put("month", account.preview().month().toString());
        json.set("line", InvoiceJson.of(line));
        ArrayNode steps = json.putObject("charge").putArray("steps");
        line.steps().forEach(step -> steps.add(StepJson.of(step)));
        json.set("facts", shown());
        List<SecondLayer.Comparison> comparisons = new ArrayList<>(layer());
        ofTheLine().filter(it -> !it.agrees()).ifPresent(comparisons::addFirst);
        ArrayNode layer = json.putArray("secondLayer");
        comparisons.forEach(comparison -> layer.add(comparison.json()));
        return json.put("verdict", verdict(comparisons));
    }

    private List<SecondLayer.Comparison> layer() {
        return switch (line.item()) {
            case INPUT_TOKENS -> SecondLayer.tokens(tx, account, facts, true, now);
            case OUTPUT_TOKENS -> SecondLayer.tokens(tx, account, facts, false, now);
            case CARD_HOURS, SPOT_CARD_HOURS, RESERVED_CARDS -> SecondLayer.cardTime(tx, cluster, account, facts, now);
            case UNLIMITED_TOKENS -> List.of();
        };
    }

    /** The sum that the line was rated from against its facts, one by one: it tells when one has gone missing since. */
    private Optional<SecondLayer.Comparison> ofTheLine() {
        return switch (line.item()) {
            case INPUT_TOKENS ->
                Optional.of(ofTheLine("PROMPT_TOKENS", line.quantity().movePointRight(6)));
            case OUTPUT_TOKENS ->
                Optional.of(ofTheLine("COMPLETION_TOKENS", line.quantity().movePointRight(6)));
            case CARD_HOURS, SPOT_CARD_HOURS, RESERVED_CARDS, UNLIMITED_TOKENS -> Optional.empty();
        };
    }

    private SecondLayer.Comparison ofTheLine(String measure, BigDecimal rated) {
        BigDecimal sum = facts.stream().map(this::quantity).reduce(BigDecimal.ZERO, BigDecimal::add);
        String said = sum.toPlainString();
        BigDecimal difference = rated.subtract(sum);
        return new SecondLayer.Comparison(
                "the sum that the line was rated from",
                measure,
                account.window(),
                true,
                InvoiceJson.plain(rated),
                said,
                said,
                difference.signum() == 0,
                InvoiceJson.plain(difference),
                null);
    }

    /** A flat price needs no proof by usage; neither does a line without any. */
    private String verdict(List<SecondLayer.Comparison> comparisons) {
        if (comparisons.stream().anyMatch(comparison -> !comparison.agrees())) {
            return "DISAGREES";
        }
        boolean unproved = comparisons.stream().anyMatch(comparison -> !comparison.covers())
                || (comparisons.isEmpty() && !facts.isEmpty() && line.item() != Item.UNLIMITED_TOKENS);
        return unproved ? "UNPROVED" : "AGREES";
    }

    /** Those of the line alone, though all of its tenant's month are looked at. */
    private List<UsageFact> facts() {
        String tenant = account.tenant().name();
        List<UsageFact> all = new ArrayList<>();
        switch (line.item()) {
            case INPUT_TOKENS, OUTPUT_TOKENS, UNLIMITED_TOKENS ->
                all.addAll(tx.usageFacts().tokens(Visible.EVERYTHING, tenant, account.window()));
            case CARD_HOURS, SPOT_CARD_HOURS, RESERVED_CARDS ->
                all.addAll(Usage.cards(tx, tenant, account.window(), now));
        }
        return Rating.factsOf(line, account.window(), all);
    }

    private ObjectNode shown() {
        boolean tokens = line.item() == Item.INPUT_TOKENS
                || line.item() == Item.OUTPUT_TOKENS
                || line.item() == Item.UNLIMITED_TOKENS;
        BigDecimal sum = BigDecimal.ZERO;
        ObjectNode json = Json.object().put("count", facts.size());
        ArrayNode items = json.putArray("items");
        for (UsageFact fact : facts) {
            BigDecimal quantity = quantity(fact);
            sum = sum.add(quantity);
            if (items.size() < FACTS_SHOWN) {
                items.add(item(fact, quantity, tokens));
            }
        }
        return json.put("quantity", text(sum, tokens))
                .put("unit", tokens ? "TOKEN" : "CARD_SECOND")
                .put("truncated", facts.size() > FACTS_SHOWN);
    }

    private BigDecimal quantity(UsageFact fact) {
        return switch (fact) {
            case UsageFact.CardTime held -> BigDecimal.valueOf(held.milliCardMicros());
            case UsageFact.Tokens used ->
                BigDecimal.valueOf(
                        switch (line.item()) {
                            case INPUT_TOKENS -> used.count().prompt();
                            case OUTPUT_TOKENS -> used.count().completion();
                            case UNLIMITED_TOKENS, RESERVED_CARDS, CARD_HOURS, SPOT_CARD_HOURS ->
                                used.count().prompt() + used.count().completion();
                        });
        };
    }

    private static String text(BigDecimal quantity, boolean tokens) {
        return tokens ? quantity.toPlainString() : UsageOperations.cardSeconds(quantity);
    }

    private static ObjectNode item(UsageFact fact, BigDecimal quantity, boolean tokens) {
        ObjectNode json = Json.object()
                .put("from", fact.window().from().toString())
                .put("to", fact.window().to().toString())
                .put("quantity", text(quantity, tokens));
        switch (fact) {
            case UsageFact.CardTime held ->
                json.put("source", held.tenant() + "/" + held.workload() + " on " + held.node() + "/" + held.card())
                        .put("estimated", held.inferred());
            case UsageFact.Tokens used ->
                json.put("source", "request " + used.requestId())
                        .put("outcome", used.outcome().name())
                        .put("estimated", used.estimated());
        }
        return json;
    }
}
