package dev.wellfield.server.control;

import dev.wellfield.core.scheduling.Action;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadRow;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes the decisions of one cycle down, all in one transaction and only under the leader's epoch. */
final class Decisions {
    private static final String ACTOR = "scheduler";

    private final Database database;

    Decisions(Database database) {
        this.database = database;
    }

    /** @throws dev.wellfield.store.LostLeadership if another server leads by now; nothing has been written then */
    void commit(List<Action> actions, long epoch, Resources resources, Instant now) {
        database.transaction(tx -> {
            tx.leadership().require(epoch);
            for (Action action : actions) {
                switch (action) {
                    case Action.Moved moved -> moved(tx, moved.workload(), epoch, resources, now);
                    case Action.Explained explained ->
                        tx.workloads().explain(explained.workloadId(), explained.explanation());
                    case Action.Start ignored -> {}
                    case Action.Stop ignored -> {}
                }
            }
            return null;
        });
    }

    private void moved(Transaction tx, Workload workload, long epoch, Resources resources, Instant now) {
        switch (workload.state()) {
            case WorkloadState.Starting starting ->
                tx.allocations().insert(starting.allocation(), plan(workload, resources), epoch, now);
            case WorkloadState.Running running ->
                tx.allocations().started(running.allocation().id(), running.startedAt());
            case WorkloadState.Stopping stopping -> {
                if (stopping.startedAt() != null) {
                    tx.allocations().started(stopping.allocation().id(), stopping.startedAt());
                }
                tx.endpoints().remove(stopping.allocation().id(), now);
            }
            case WorkloadState.Ended ended -> ended(tx, workload, ended);
            case WorkloadState.Queued ignored -> {}
        }
        int version = tx.workloads().move(workload);
        tx.events()
                .append(Event.of(
                                now,
                                ACTOR,
                                workload.tenant(),
                                "workload/" + workload.name(),
                                "workload." + workload.state().phase().name().toLowerCase(Locale.ROOT),
                                state(workload))
                        .withVersion(version));
    }

    private static void ended(Transaction tx, Workload workload, WorkloadState.Ended ended) {
        tx.workloads().find(workload.id()).map(WorkloadRow::allocationId).ifPresent(id -> {
            if (ended.startedAt() != null) {
                tx.allocations().started(id, ended.startedAt());
            }
            boolean inferred = ended.exit() != null && ended.exit().inferred();
            tx.allocations().ended(id, ended.at(), inferred);
            tx.endpoints().remove(id, ended.at());
        });
    }

    private static PlanType plan(Workload workload, Resources resources) {
        return resources.tenant(workload.tenant()).cardsPlan().type();
    }

    private static ObjectNode state(Workload workload) {
        ObjectNode json = Json.object()
                .put("id", workload.id().toString())
                .put("phase", workload.state().phase().name());
        workload.state().held().ifPresent(allocation -> {
            json.put("node", allocation.node())
                    .put("isolation", allocation.isolation().name());
            var cards = json.putArray("cards");
            allocation.shares().forEach(share -> cards.add(share.card()));
        });
        if (workload.state() instanceof WorkloadState.Ended ended) {
            json.put("reason", ended.reason().name());
            if (ended.exit() != null && ended.exit().code() != null) {
                json.put("exitCode", ended.exit().code());
            }
        }
        return json;
    }
}
