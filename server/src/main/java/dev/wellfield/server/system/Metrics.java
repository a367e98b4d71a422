package dev.wellfield.server.system;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.watch.Alert;
import dev.wellfield.core.watch.Signal.EngineState;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Webhooks;
import dev.wellfield.store.WorkloadRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The control plane's metrics in Prometheus' text format. What is simulated says so in a label. */
final class Metrics {
    private final StringBuilder text = new StringBuilder();

    private Metrics() {}

    static String of(
            Resources resources,
            List<Allocations.Row> held,
            List<WorkloadRow> live,
            List<Alert> open,
            List<Webhooks.Status> webhooks) {
        Metrics metrics = new Metrics();
        metrics.cards(resources);
        metrics.held(held);
        metrics.workloads(live);
        metrics.alerts(open);
        metrics.webhooks(webhooks);
        return metrics.text.toString();
    }

    private void cards(Resources resources) {
        head("wellfield_cards", "Cards by pool, model and health.");
        Map<String, Long> counts = new TreeMap<>();
        for (Node node : resources.nodes()) {
            for (Card card : node.cards()) {
                counts.merge(
                        "pool=\"" + card.pool() + "\",model=\"" + card.model().name() + "\",healthy=\"" + card.healthy()
                                + "\",simulated=\"" + node.simulated() + "\"",
                        1L,
                        Long::sum);
            }
        }
        lines("wellfield_cards", counts);
    }

    private void held(List<Allocations.Row> held) {
        head("wellfield_held_memory_mebibytes", "Device memory held by tenant and card.");
        Map<String, Long> memory = new TreeMap<>();
        for (Allocations.Row row : held) {
            for (Share share : row.allocation().shares()) {
                memory.merge(
                        "tenant=\"" + row.allocation().tenant() + "\",node=\""
                                + row.allocation().node() + "\",card=\"" + share.card() + "\",simulated=\""
                                + row.allocation().simulated() + "\"",
                        share.memoryMib(),
                        Long::sum);
            }
        }
        lines("wellfield_held_memory_mebibytes", memory);
    }

    private void workloads(List<WorkloadRow> live) {
        head("wellfield_workloads", "Workloads that haven't ended, by tenant and phase.");
        Map<String, Long> counts = new TreeMap<>();
        live.forEach(
                row -> counts.merge("tenant=\"" + row.tenant() + "\",phase=\"" + row.phase() + "\"", 1L, Long::sum));
        lines("wellfield_workloads", counts);
    }

    private void alerts(List<Alert> open) {
        head("wellfield_alerts", "Alerts that are pending or firing, by rule, severity and tenant.");
        Map<String, Long> counts = new TreeMap<>();
        open.forEach(alert -> counts.merge(
                "rule=\"" + alert.rule() + "\",severity=\"" + alert.severity() + "\",tenant=\""
                        + alert.signal().owner().orElse("") + "\",state=\""
                        + alert.state().phase() + "\",simulated=\""
                        + (alert.signal() instanceof EngineState engine && engine.simulated()) + "\"",
                1L,
                Long::sum));
        lines("wellfield_alerts", counts);
    }

    private void webhooks(List<Webhooks.Status> webhooks) {
        head("wellfield_webhook_deliveries", "Deliveries of the last seven days by webhook and what became of them.");
        Map<String, Long> counts = new TreeMap<>();
        for (Webhooks.Status status : webhooks) {
            String webhook = "webhook=\"" + status.webhook() + "\",state=\"";
            counts.put(webhook + "PENDING\"", status.pending());
            counts.put(webhook + "DELIVERED\"", status.delivered());
            counts.put(webhook + "FAILED\"", status.failed());
        }
        lines("wellfield_webhook_deliveries", counts);
    }

    private void head(String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
    }

    private void lines(String name, Map<String, Long> values) {
        values.forEach((labels, value) -> text.append(name)
                .append('{')
                .append(labels)
                .append("} ")
                .append(value)
                .append('\n'));
    }
}
