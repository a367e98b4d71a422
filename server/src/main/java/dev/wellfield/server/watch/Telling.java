package dev.wellfield.server.watch;

import dev.wellfield.core.watch.Alert;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Tells what became of an alert, in the transaction of the change: as an event, and to the webhooks that want it. */
final class Telling {
    static final String FIRING = "alert.firing";
    static final String RESOLVED = "alert.resolved";
    static final String ACKNOWLEDGED = "alert.acknowledged";

    private static final String SORT = "alerts";

    private final Supplier<UUID> ids;

    Telling(Supplier<UUID> ids) {
        this.ids = ids;
    }

    void tell(Transaction tx, String actor, String type, Alert alert, Instant now) {
        ObjectNode json = AlertJson.of(alert);
        String tenant = alert.signal().owner().orElse(null);
        tx.events().append(Event.of(now, actor, tenant, "alert/" + alert.name(), type, json));
        ObjectNode message = Json.object().put("type", type).put("timestamp", now.toString());
        message.set("data", json);
        String body = Json.write(message);
        tx.webhooks().wanting(SORT).forEach(webhook -> tx.webhooks().add(ids.get(), webhook, type, body, now));
    }
}
