package dev.wellfield.server.system;

import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.watch.AlertState.Phase;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.StoreUnavailable;
import java.io.File;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Health, metrics and facts over REST. */
public final class SystemOperations {
    private static final long MIB = 1024 * 1024;
    private static final Visible EVERYTHING = new Visible(true, Set.of());

    private final Database database;
    private final Facts facts;
    private final InstantSource clock;
    private final Supplier<Duration> clockOffset;
    private final Supplier<String> gatewayMetrics;
    private final Supplier<Optional<String>> troubles;

    /**
     * @param clockOffset how far the clock has jumped since this process began; zero where it is where it should be
     * @param gatewayMetrics of the gateway in this process, in Prometheus' text format; empty where there is none
     * @param troubles what keeps this process from doing its work besides the database, in a sentence
     */
    public SystemOperations(
            Database database,
            Facts facts,
            InstantSource clock,
            Supplier<Duration> clockOffset,
            Supplier<String> gatewayMetrics,
            Supplier<Optional<String>> troubles) {
        this.database = database;
        this.facts = facts;
        this.clock = clock;
        this.clockOffset = clockOffset;
        this.gatewayMetrics = gatewayMetrics;
        this.troubles = troubles;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of(
                "getHealth", call -> Reply.ok(Json.object().put("status", "ok")),
                "getReadiness", this::readiness,
                "getMetrics", this::metrics,
                "getSystem", this::system);
    }

    private Reply readiness(Call call) {
        try {
            database.transaction(tx -> tx.gatewayViews().revision());
            Optional<String> trouble = troubles.get();
            if (trouble.isPresent()) {
                return unready(trouble.get());
            }
            return Reply.ok(Json.object().put("status", "ok"));
        } catch (StoreUnavailable e) {
            return unready(String.valueOf(e.getMessage()));
        }
    }

    private static Reply unready(String reason) {
        return new Reply.Json(
                503, Json.object().put("status", "unavailable").put("reason", reason), Map.of("Retry-After", "5"));
    }

    private Reply metrics(Call call) {
        String own = database.snapshot(tx -> Metrics.of(
                tx.declared().resources(false),
                tx.allocations().held(),
                tx.workloads().live(),
                tx.alerts().page(EVERYTHING, null, List.of(Phase.PENDING, Phase.FIRING), null, Integer.MAX_VALUE),
                tx.webhooks().statuses()));
        return new Reply.Text(200, "text/plain; version=0.0.4; charset=utf-8", own + gatewayMetrics.get(), Map.of());
    }

    private Reply system(Call call) {
        boolean simulatedCards = database.snapshot(tx -> tx.declared().resources(false)).nodes().stream()
                .anyMatch(node -> node.simulated());
        boolean simulatedEngines = database.transaction(tx -> tx.endpoints().live()).stream()
                .anyMatch(row -> row.endpoint().simulated());
        ObjectNode json = Json.object().put("version", facts.version());
        strings(json.putArray("roles"), facts.roles());
        File disk = new File(facts.dataDirectory());
        json.put("gatewayUrl", facts.gatewayUrl())
                .put("dataDirectory", facts.dataDirectory())
                .put("diskFreeMib", disk.getUsableSpace() / MIB)
                .put("diskMib", disk.getTotalSpace() / MIB)
                .put("simulated", simulatedCards || simulatedEngines)
                .put("tenantsIsolated", facts.tenantsIsolated())
                .put("limits", facts.limits())
                .put("limitsReason", facts.limitsReason());
        strings(json.putArray("limiters"), facts.limiters());
        return Reply.ok(json.put("realCards", facts.realCards())
                .put("realCardsReason", facts.realCardsReason())
                .put("database", facts.embeddedDatabase() ? "EMBEDDED" : "EXTERNAL")
                .put("clockJumpMillis", clockOffset.get().toMillis())
                .put("now", clock.instant().toString()));
    }

    private static void strings(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }
}
