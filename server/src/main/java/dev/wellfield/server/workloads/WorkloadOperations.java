package dev.wellfield.server.workloads;

import dev.wellfield.core.scheduling.Explanation;
import dev.wellfield.core.scheduling.WorkloadLogs;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.access.TenantQuery;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.rest.Version;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.ExplanationJson;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadRow;
import dev.wellfield.store.Workloads;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Workloads over REST. */
public final class WorkloadOperations {
    private final Database database;
    private final InstantSource clock;
    private final Submission submission;
    private final LogOperations logs;
    private final Runnable wake;

    /** @param wake tells the decision thread that there is something to decide */
    public WorkloadOperations(
            Database database,
            WorkloadLogs logs,
            InstantSource clock,
            Supplier<UUID> ids,
            RandomGenerator random,
            Runnable wake) {
        this.database = database;
        this.clock = clock;
        this.submission = new Submission(database, clock, ids, random, wake);
        this.logs = new LogOperations(database, logs);
        this.wake = wake;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of(
                "listWorkloads", this::list,
                "submitWorkload", submission::handle,
                "getWorkload", this::get,
                "cancelWorkload", this::cancel,
                "deleteWorkload", this::delete,
                "explainWorkload", this::explain,
                "readLog", logs::read,
                "followLog", logs::follow);
    }

    private Reply list(Call call) {
        TenantQuery shown = TenantQuery.of(call, Permission.WORKLOADS_READ);
        List<Phase> phases =
                call.queryList("phase").stream().map(Phase::valueOf).toList();
        int limit = (int) call.queryInteger("limit").orElse(100);
        Workloads.Position before =
                call.query("cursor").map(WorkloadOperations::position).orElse(null);
        return database.snapshot(tx -> {
            List<WorkloadRow> rows = tx.workloads().page(shown.visible(), shown.tenant(), phases, before, limit + 1);
            List<WorkloadRow> page = rows.stream().limit(limit).toList();
            ObjectNode json = Json.object();
            ArrayNode items = json.putArray("items");
            WorkloadJson.of(tx, page).forEach(items::add);
            if (rows.size() > limit) {
                json.put("nextCursor", cursor(page.getLast()));
            }
            return Reply.ok(json);
        });
    }

    private static String cursor(WorkloadRow row) {
        String place = row.submittedAt() + " " + row.id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place.getBytes(StandardCharsets.UTF_8));
    }

    private static Workloads.Position position(String cursor) {
        try {
            String[] place = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ", 2);
            return new Workloads.Position(Instant.parse(place[0]), UUID.fromString(place[1]));
        } catch (RuntimeException e) {
            throw Problem.invalid(FieldError.of("query/cursor", cursor, "a nextCursor of this list"))
                    .exception();
        }
    }

    private Reply get(Call call) {
        return database.snapshot(tx -> reply(tx, find(tx, call), 200));
    }

    private static Reply.Json reply(Transaction tx, WorkloadRow row, int status) {
        JsonNode json = WorkloadJson.of(tx, List.of(row)).getFirst();
        return new Reply.Json(status, json, Map.of()).withVersion(row.version());
    }

    static WorkloadRow find(Transaction tx, Call call) {
        String tenant = call.path("tenant");
        String name = call.path("workload");
        return tx.workloads()
                .find(tenant, name)
                .orElseThrow(
                        () -> Problem.notFound("workload", tenant + "/" + name).exception());
    }

    private Reply cancel(Call call) {
        Instant now = clock.instant();
        Reply reply = database.transaction(tx -> {
            WorkloadRow row = find(tx, call);
            requireVersion(call, row);
            if (tx.workloads().requestCancel(row.id(), now)) {
                tx.events()
                        .append(Event.of(
                                        now,
                                        call.caller().principal(),
                                        row.tenant(),
                                        "workload/" + row.name(),
                                        "workload.cancel-requested",
                                        Json.object().put("id", row.id().toString()))
                                .withVersion(row.version() + 1));
            }
            return reply(tx, find(tx, call), 202);
        });
        wake.run();
        return reply;
    }

    /** Its row stays for what refers to it; its name is free, and the machine forgets it. */
    private Reply delete(Call call) {
        Instant now = clock.instant();
        return database.transaction(tx -> {
            WorkloadRow row = find(tx, call);
            requireVersion(call, row);
            if (!row.phase().ended()) {
                throw Problem.conflict(
                                "in-use",
                                "Workload " + row.path() + " has not ended (" + row.phase()
                                        + "). Cancel it, then delete it.")
                        .exception();
            }
            if (!call.queryFlag("dryRun") && tx.workloads().delete(row.id(), now)) {
                tx.events()
                        .append(Event.of(
                                        now,
                                        call.caller().principal(),
                                        row.tenant(),
                                        "workload/" + row.name(),
                                        "workload.deleted",
                                        Json.object().put("id", row.id().toString()))
                                .withVersion(row.version() + 1));
            }
            return Reply.noContent();
        });
    }

    private static void requireVersion(Call call, WorkloadRow row) {
        Optional<String> header = call.header("If-Match");
        if (header.isPresent() && Version.parse(header.get()).orElse(-1) != row.version()) {
            throw Problem.preconditionFailed("workload", row.path(), row.version())
                    .exception();
        }
    }

    private Reply explain(Call call) {
        Visible visible = call.caller().grants().visible(Permission.WORKLOADS_READ);
        return database.snapshot(tx -> {
            WorkloadRow row = find(tx, call);
            @Nullable JsonNode stored = row.explanation();
            return Reply.ok(Masking.explanation(
                    stored == null ? ExplanationJson.write(Explanation.pending(row.submittedAt())) : stored, visible));
        });
    }
}
