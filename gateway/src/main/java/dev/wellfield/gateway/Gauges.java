package dev.wellfield.gateway;

import dev.wellfield.core.serving.Endpoint;
import dev.wellfield.core.serving.Model;
import dev.wellfield.gateway.journal.JournalStatus;
import dev.wellfield.gateway.journal.Shipper;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is measured at the moment of asking. */
record Gauges(Plane plane, Shipper shipper, Histogram syncs) {

    void write(MetricsText text) {
        text.single(
                "wellfield_gateway_requests_in_flight",
                "gauge",
                "Admitted requests that haven't ended, queued ones too.",
                plane.gate().inside());
        models(text);
        engines(text);
        view(text);
        journal(text);
    }

    private void models(MetricsText text) {
        String name = "wellfield_gateway_queue_length";
        text.head(name, "gauge", "Requests that wait for an engine of a model.");
        plane.dispatcher().groups().forEach((id, group) -> {
            Model model = plane.dispatcher().models().get(id);
            if (model != null) {
                Map<String, String> labels = new LinkedHashMap<>();
                labels.put("model_owner", model.owner());
                labels.put("model", model.name());
                text.sample(name, labels, group.waiting());
            }
        });
    }

    private void engines(MetricsText text) {
        String ready = "wellfield_gateway_engine_ready";
        text.head(ready, "gauge", "1 where the gateway sends requests to an engine.");
        forEachEngine((engine, labels) -> text.sample(ready, labels, engine.ready() ? 1 : 0));
        String inFlight = "wellfield_gateway_engine_requests_in_flight";
        text.head(inFlight, "gauge", "Requests that an engine has now.");
        forEachEngine((engine, labels) -> text.sample(inFlight, labels, engine.inFlight()));
    }

    private interface EngineSample {
        void write(EngineGroup.Status engine, Map<String, String> labels);
    }

    private void forEachEngine(EngineSample sample) {
        plane.dispatcher()
                .groups()
                .values()
                .forEach(group -> group.statuses().forEach(engine -> {
                    Endpoint endpoint = engine.endpoint();
                    Map<String, String> labels = new LinkedHashMap<>();
                    labels.put("endpoint", endpoint.id().toString());
                    labels.put("tenant", endpoint.tenant());
                    labels.put("workload", endpoint.workload());
                    labels.put("simulated", Boolean.toString(endpoint.simulated()));
                    sample.write(engine, labels);
                }));
    }

    private void view(MetricsText text) {
        text.single(
                "wellfield_gateway_view_age_seconds",
                "gauge",
                "Since the database last confirmed keys and routes.",
                plane.views().ageNanos() / 1e9);
        text.single(
                "wellfield_gateway_view_revision",
                "gauge",
                "Revision of keys and routes.",
                plane.views().current().view().revision());
    }

    private void journal(MetricsText text) {
        JournalStatus status = plane.journal().status();
        text.single(
                "wellfield_gateway_journal_lag_seconds",
                "gauge",
                "How long the oldest record has waited for the database.",
                shipper.lag().toNanos() / 1e9);
        text.single(
                "wellfield_gateway_journal_unshipped_bytes",
                "gauge",
                "Bytes of the journal that the database hasn't got.",
                status.unshippedBytes());
        text.single("wellfield_gateway_journal_bytes", "gauge", "Bytes of all the journal's files.", status.bytes());
        text.single(
                "wellfield_gateway_journal_writable",
                "gauge",
                "1 where requests can be journaled; 0 means that none are admitted.",
                status.problem().isPresent() ? 0 : 1);
        text.single(
                "wellfield_gateway_journal_shipped_total",
                "counter",
                "Records that were new to the database.",
                shipper.stored());
        String sync = "wellfield_gateway_journal_sync_seconds";
        text.head(sync, "histogram", "How long the disk takes to make a part of the journal durable.");
        syncs.write(text, sync, Map.of());
        text.single(
                "wellfield_gateway_journal_lost_total",
                "counter",
                "Records given up because the disk failed for too long.",
                status.lostRecords());
    }
}
