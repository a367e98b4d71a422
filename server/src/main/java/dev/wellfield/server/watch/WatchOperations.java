package dev.wellfield.server.watch;

import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.watch.Alert;
import dev.wellfield.core.watch.AlertState.Acknowledgement;
import dev.wellfield.core.watch.AlertState.Phase;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Json;
import dev.wellfield.store.SignalJson;
import dev.wellfield.store.Signals;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Alerts and signals over REST. */
public final class WatchOperations {
    private final Database database;
    private final InstantSource clock;
    private final Telling telling;
    private final Runnable told;

    /** @param told what is called when there is something to send */
    public WatchOperations(Database database, InstantSource clock, Supplier<UUID> ids, Runnable told) {
        this.database = database;
        this.clock = clock;
        this.telling = new Telling(ids);
        this.told = told;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of(
                "listAlerts", this::listAlerts,
                "getAlert", this::getAlert,
                "acknowledgeAlert", this::acknowledge,
                "listSignals", this::listSignals,
                "listSignalMinutes", this::listMinutes);
    }

    private Reply listAlerts(Call call) {
        TenantQuery shown = TenantQuery.of(call, Permission.ALERTS_READ);
        List<Phase> phases =
                call.queryList("state").stream().map(Phase::valueOf).toList();
        int limit = (int) call.queryInteger("limit").orElse(100);
        UUID before = call.query("cursor").map(WatchOperations::position).orElse(null);
        List<Alert> alerts = database.transaction(
                tx -> tx.alerts().page(shown.visible(), shown.tenant(), phases, before, limit + 1));
        ObjectNode json = Json.object();
        ArrayNode items = json.putArray("items");
        alerts.stream().limit(limit).forEach(alert -> items.add(AlertJson.of(alert)));
        if (alerts.size() > limit) {
            json.put("nextCursor", alerts.get(limit - 1).id().toString());
        }
        return Reply.ok(json);
    }

    private static UUID position(String cursor) {
        try {
            return UUID.fromString(cursor);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(FieldError.of("query/cursor", cursor, "a nextCursor of this list"))
                    .exception();
        }
    }

    private Reply getAlert(Call call) {
        String name = call.path("alert");
        Visible visible = call.caller().grants().visible(Permission.ALERTS_READ);
        return database.transaction(tx -> tx.alerts().find(name))
                .filter(alert -> shows(visible, alert))
                .map(alert -> Reply.ok(AlertJson.of(alert)))
                .orElseThrow(() -> notFound(name));
    }

    private static boolean shows(Visible visible, Alert alert) {
        return alert.signal().owner().map(visible::shows).orElse(visible.all());
    }

    private static RuntimeException notFound(String name) {
        return Problem.notFound("alert", name).exception();
    }

    private Reply acknowledge(Call call) {
        String name = call.path("alert");
        String who = call.caller().principal();
        String note = Json.text(call.body(), "note");
        Instant now = clock.instant();
        Reply reply = database.transaction(tx -> {
            Alert alert = tx.alerts().lock(name).orElseThrow(() -> notFound(name));
            authorise(call.caller().grants(), alert);
            Alert after = alert.acknowledge(new Acknowledgement(who, now, note))
                    .orElseThrow(() -> Problem.conflict(
                                    "not-firing", "Alert " + name + " doesn't fire: there is nothing to acknowledge.")
                            .exception());
            if (!after.equals(alert)) {
                tx.alerts().update(after);
                telling.tell(tx, who, Telling.ACKNOWLEDGED, after, now);
            }
            return Reply.ok(AlertJson.of(after));
        });
        told.run();
        return reply;
    }

    /** The permission in the alert's own tenant: one in another is not enough. */
    private static void authorise(Grants grants, Alert alert) {
        Optional<String> owner = alert.signal().owner();
        switch (owner.map(tenant -> grants.tenant(Permission.ALERTS_WRITE, tenant))
                .orElseGet(() -> grants.platform(Permission.ALERTS_WRITE))) {
            case ALLOWED -> {}
            case FOREIGN -> throw notFound(alert.name());
            case MISSING ->
                throw Problem.forbidden(Permission.ALERTS_WRITE.wireName()).exception();
        }
    }

    private Reply listSignals(Call call) {
        TenantQuery shown = TenantQuery.of(call, Permission.ALERTS_READ);
        Optional<String> kind = call.query("kind");
        List<Signals.Seen> latest = database.transaction(tx -> tx.signals().latest(shown.visible(), shown.tenant()));
        ObjectNode json = Json.object();
        ArrayNode items = json.putArray("items");
        for (Signals.Seen seen : latest) {
            ObjectNode signal = SignalJson.write(seen.signal());
            if (kind.isEmpty() || signal.get("kind").asString().equals(kind.get())) {
                items.addObject()
                        .put("name", seen.signal().name())
                        .put("at", seen.at().toString())
                        .set("signal", signal);
            }
        }
        return Reply.ok(json);
    }

    private Reply listMinutes(Call call) {
        String name = call.path("signal");
        Visible visible = call.caller().grants().visible(Permission.ALERTS_READ);
        return database.snapshot(tx -> {
            if (tx.signals().latest(visible, null).stream()
                    .noneMatch(seen -> seen.signal().name().equals(name))) {
                throw Problem.notFound("signal", name).exception();
            }
            ObjectNode json = Json.object();
            ArrayNode items = json.putArray("items");
            for (Signals.Minute minute : tx.signals().minutes(name)) {
                items.addObject()
                        .put("measure", minute.measure().name())
                        .put("minute", minute.minute().toString())
                        .put("lowest", minute.lowest())
                        .put("highest", minute.highest())
                        .put("mean", minute.total() / minute.samples());
            }
            return Reply.ok(json);
        });
    }
}
