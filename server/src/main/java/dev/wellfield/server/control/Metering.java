package dev.wellfield.server.control;

import dev.wellfield.core.metering.HeldCards;
import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.UsageRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what was used into facts, on the leader: the gateways' records into tokens, allocations into card time by the hour.
 * Everything that it does may be done twice.
 */
public final class Metering implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Metering.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int RECORDS_A_CYCLE = 2000;
    private static final Duration UNCERTAIN = Duration.ofMinutes(1);

    private final Database database;
    private final ClockWatch clock;
    private final BooleanSupplier leads;
    private final Loop loop;

    public Metering(Database database, ClockWatch clock, BooleanSupplier leads) {
        this.database = database;
        this.clock = clock;
        this.leads = leads;
        this.loop = Loop.start("metering", PERIOD, this::cycle);
    }

    private void cycle() {
        if (!leads.getAsBoolean()) {
            return;
        }
        clock.untold().ifPresent(this::jumped);
        boolean more = true;
        while (more) {
            more = meterTokens() >= RECORDS_A_CYCLE;
        }
        meterCards();
    }

    private void jumped(ClockWatch.Jump jump) {
        LOG.warn("the clock jumped by {}: from {} to {}", jump.by(), jump.expected(), jump.found());
        database.transaction(tx -> {
            tx.events()
                    .append(Event.of(
                            jump.found(),
                            "system",
                            null,
                            "clock/server",
                            "clock.jumped",
                            Json.object()
                                    .put("expected", jump.expected().toString())
                                    .put("found", jump.found().toString())
                                    .put("jumpMillis", jump.by().toMillis())));
            return null;
        });
    }

    private int meterTokens() {
        return database.transaction(tx -> {
            UsageRecords.Unread unread = tx.usageRecords().unread(RECORDS_A_CYCLE);
            if (unread.records().isEmpty()) {
                return 0;
            }
            Map<String, Tenant> tenants = tx.declared().tenantsEver();
            tx.usageFacts()
                    .insertTokens(unread.records().stream()
                            .map(record -> fact(record, tenants))
                            .toList());
            tx.usageRecords().read(unread.until());
            return unread.records().size();
        });
    }

    private static UsageFact.Tokens fact(UsageRecord record, Map<String, Tenant> tenants) {
        PlanType plan = Optional.ofNullable(tenants.get(record.tenant()))
                .map(tenant -> tenant.tokensPlan().type())
                .orElse(PlanType.PAY_AS_YOU_GO);
        return new UsageFact.Tokens(
                record.requestId(),
                record.tenant(),
                record.keyId(),
                record.keyName(),
                record.model(),
                record.modelId(),
                record.modelOwner(),
                record.endpointId(),
                plan,
                new TimeWindow(record.startedAt(), record.settledAt()),
                record.tokens(),
                record.outcome(),
                record.estimated(),
                record.simulated());
    }

    /** An hour becomes a fact only when a process that died in it would be known to have died. */
    private void meterCards() {
        Instant certain = clock.instant().minus(UNCERTAIN);
        database.transaction(tx -> {
            for (Allocations.Row row : tx.allocations().unmetered()) {
                row.held().ifPresent(held -> {
                    List<UsageFact.CardTime> facts = held.certainFacts(certain).stream()
                            .filter(fact -> row.meteredTo() == null
                                    || !fact.window().from().isBefore(row.meteredTo()))
                            .toList();
                    tx.usageFacts().insertCardTime(facts);
                    meteredTo(held, facts)
                            .ifPresent(to ->
                                    tx.allocations().meteredTo(row.allocation().id(), to));
                });
            }
            return null;
        });
    }

    private static Optional<Instant> meteredTo(HeldCards held, List<UsageFact.CardTime> facts) {
        if (held.endedAt() != null) {
            return Optional.of(held.endedAt());
        }
        return facts.isEmpty()
                ? Optional.empty()
                : Optional.of(facts.getLast().window().to());
    }

    @Override
    public void close() {
        loop.close();
    }
}
