package dev.wellfield.server.workloads;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.QueueOrder;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadSpec;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.server.resources.ResourceJson;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Endpoints;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadRow;
import dev.wellfield.store.WorkloadSpecs;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Workloads as the contract has them. */
final class WorkloadJson {
    private WorkloadJson() {}

    static List<ObjectNode> of(Transaction tx, List<WorkloadRow> rows) {
        List<UUID> ids = rows.stream()
                .map(WorkloadRow::allocationId)
                .filter(Objects::nonNull)
                .toList();
        Map<UUID, Allocations.Row> allocations = tx.allocations().find(ids);
        Map<UUID, Endpoints.Row> endpoints = tx.endpoints().find(ids).stream()
                .collect(Collectors.toMap(row -> row.endpoint().id(), Function.identity()));
        Map<UUID, Integer> places = places(tx, rows);
        return rows.stream()
                .map(row -> of(
                        row,
                        places.get(row.id()),
                        row.allocationId() == null ? null : allocations.get(row.allocationId()),
                        row.allocationId() == null ? null : endpoints.get(row.allocationId())))
                .toList();
    }

    /** Where those that wait stand, if any of {@code rows} does. */
    private static Map<UUID, Integer> places(Transaction tx, List<WorkloadRow> rows) {
        if (rows.stream().noneMatch(row -> row.phase() == Phase.QUEUED)) {
            return Map.of();
        }
        List<Workload> queued = tx.workloads().live().stream()
                .filter(row -> row.phase() == Phase.QUEUED)
                .map(row -> row.workload(null))
                .toList();
        return QueueOrder.positions(queued, tx.declared().tenants());
    }

    private static ObjectNode of(
            WorkloadRow row,
            @Nullable Integer place,
            Allocations.@Nullable Row allocation,
            Endpoints.@Nullable Row endpoint) {
        ObjectNode json = ResourceJson.head("Workload");
        json.putObject("metadata")
                .put("name", row.name())
                .put("tenant", row.tenant())
                .put("id", row.id().toString())
                .put("version", row.version())
                .put("createdAt", row.submittedAt().toString());
        json.set("spec", row.spec());
        ObjectNode status = json.putObject("status");
        status.put("phase", row.phase().name())
                .put("submittedBy", row.submittedBy())
                .put("submittedAt", row.submittedAt().toString())
                .put("simulated", simulated(row, allocation));
        if (row.reason() != null) {
            status.put("reason", row.reason().name());
            status.put("message", Sentences.of(row.reason(), row, allocation == null ? null : allocation.failure()));
        }
        if (place != null) {
            status.put("queuePosition", place);
        }
        if (row.phase() == Phase.QUEUED && row.explanation() != null) {
            waitsFor(status, row.explanation());
        }
        if (row.startedAt() != null) {
            status.put("startedAt", row.startedAt().toString());
        }
        if (row.endedAt() != null) {
            status.put("endedAt", row.endedAt().toString());
        }
        Exit exit = row.exit();
        if (exit != null) {
            exit(status, exit);
        }
        if (allocation != null) {
            placement(status.putObject("placement"), allocation.allocation(), endpoint);
        }
        return json;
    }

    /** The first check that did not pass, without its numbers. */
    private static void waitsFor(ObjectNode status, JsonNode explanation) {
        for (JsonNode check : explanation.path("checks")) {
            if (!check.path("passed").asBoolean(true)) {
                ObjectNode first = status.putObject("waitsFor");
                first.set("code", check.path("code"));
                if (check.has("dimension")) {
                    first.set("dimension", check.path("dimension"));
                }
                return;
            }
        }
    }

    private static boolean simulated(WorkloadRow row, Allocations.@Nullable Row allocation) {
        WorkloadSpec.Serves serves = WorkloadSpecs.spec(row.spec()).serves();
        boolean engine = serves != null && serves.engine() == EngineKind.SIMULATOR;
        return engine || (allocation != null && allocation.allocation().simulated());
    }

    private static void exit(ObjectNode status, Exit exit) {
        status.put("endInferred", exit.inferred()).put("outOfMemory", exit.outOfMemory());
        if (exit.code() != null) {
            status.put("exitCode", exit.code());
        }
        if (exit.signal() != null) {
            status.put("exitSignal", exit.signal());
        }
    }

    private static void placement(ObjectNode json, Allocation allocation, Endpoints.@Nullable Row endpoint) {
        json.put("allocation", allocation.id().toString())
                .put("node", allocation.node())
                .put("isolation", allocation.isolation().name())
                .put("simulated", allocation.simulated())
                .put("borrowed", allocation.borrowed());
        if (endpoint != null) {
            json.put("port", endpoint.endpoint().url().getPort());
        }
        ArrayNode shares = json.putArray("shares");
        for (Share share : allocation.shares()) {
            ObjectNode item = shares.addObject()
                    .put("card", share.card())
                    .put("memoryMib", share.memoryMib())
                    .put("computePermille", share.computePermille())
                    .put("bandwidthPermille", share.bandwidthPermille())
                    .put("whole", share.whole());
            if (share.slice() != null) {
                item.put("migProfile", share.slice().profile());
            }
        }
    }
}
