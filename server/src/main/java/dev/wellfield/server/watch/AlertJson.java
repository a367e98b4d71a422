package dev.wellfield.server.watch;

import dev.wellfield.core.watch.Alert;
import dev.wellfield.core.watch.AlertState.Acknowledgement;
import dev.wellfield.core.watch.AlertState.Resolved;
import dev.wellfield.store.Json;
import dev.wellfield.store.SignalJson;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** Alerts as the contract has them. */
final class AlertJson {
    private AlertJson() {}

    static ObjectNode of(Alert alert) {
        ObjectNode json = Json.object()
                .put("id", alert.id().toString())
                .put("name", alert.name())
                .put("rule", alert.rule().name())
                .put("severity", alert.severity().name())
                .put("state", alert.state().phase().name())
                .put("value", alert.value())
                .put("threshold", alert.threshold())
                .put("since", alert.state().since().toString());
        alert.signal().owner().ifPresent(tenant -> json.put("tenant", tenant));
        json.set("signal", SignalJson.write(alert.signal()));
        Instant firedAt = alert.state().firedAtOrNull();
        if (firedAt != null) {
            json.put("firedAt", firedAt.toString());
        }
        if (alert.state() instanceof Resolved resolved) {
            json.put("resolvedAt", resolved.at().toString());
        }
        Acknowledgement acknowledgement = alert.state().acknowledgementOrNull();
        if (acknowledgement != null) {
            json.put("acknowledgedBy", acknowledgement.by())
                    .put("acknowledgedAt", acknowledgement.at().toString());
            if (acknowledgement.note() != null) {
                json.put("acknowledgedNote", acknowledgement.note());
            }
        }
        return json;
    }
}
