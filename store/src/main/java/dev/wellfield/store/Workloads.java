package dev.wellfield.store;

import dev.wellfield.core.scheduling.Explanation;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import dev.wellfield.core.tenancy.Grants.Visible;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Workloads: one row each, with the latest explanation. */
public final class Workloads {
    private static final String SELECT = """
            select w.*, t.name as tenant, a.id as allocation_id
            from workload w join tenant t on t.id = w.tenant_id
            left join lateral (select id from allocation where workload_id = w.id order by decided_at desc limit 1) a on true
            """;

    private final Handle handle;

    Workloads(Handle handle) {
        this.handle = handle;
    }

    /**
     * Adds a workload that waits.
     *
     * @return false if its tenant has one of that name
     */
    public boolean insert(Workload workload, UUID tenantId, JsonNode spec) {
        return handle.createUpdate("""
                        insert into workload (id, tenant_id, name, spec, ask, phase, submitted_by, submitted_at, version)
                        values (:id, :tenant, :name, cast(:spec as jsonb), cast(:ask as jsonb), 'QUEUED', :by, :at, 1)
                        on conflict (tenant_id, name) do nothing""")
                        .bind("id", workload.id())
                        .bind("tenant", tenantId)
                        .bind("name", workload.name())
                        .bind("spec", Json.write(spec))
                        .bind("ask", Json.write(WorkloadSpecs.json(workload.ask())))
                        .bind("by", workload.submittedBy())
                        .bind("at", workload.submittedAt())
                        .execute()
                == 1;
    }

    public Optional<WorkloadRow> find(String tenant, String name) {
        return handle.createQuery(SELECT + "where t.name = :tenant and w.name = :name")
                .bind("tenant", tenant)
                .bind("name", name)
                .map((rows, context) -> WorkloadRow.of(rows))
                .findOne();
    }

    public Optional<WorkloadRow> find(UUID id) {
        return handle.createQuery(SELECT + "where w.id = :id")
                .bind("id", id)
                .map((rows, context) -> WorkloadRow.of(rows))
                .findOne();
    }

    /** Workloads that haven't ended, oldest first. */
    public List<WorkloadRow> live() {
        return handle.createQuery(SELECT + "where w.ended_at is null order by w.submitted_at, w.id")
                .map((rows, context) -> WorkloadRow.of(rows))
                .list();
    }

    /**
     * A page, newest first.
     *
     * @param phases empty means all
     * @param before the last one of the page before
     */
    public List<WorkloadRow> page(
            Visible visible, @Nullable String tenant, List<Phase> phases, @Nullable Position before, int limit) {
        Map<String, Object> bindings = new HashMap<>();
        StringBuilder where = new StringBuilder("where w.deleted_at is null");
        if (!visible.all()) {
            where.append(" and t.name = any(:visible)");
            bindings.put("visible", visible.tenants().toArray(String[]::new));
        }
        if (tenant != null) {
            where.append(" and t.name = :tenant");
            bindings.put("tenant", tenant);
        }
        if (!phases.isEmpty()) {
            where.append(" and w.phase = any(:phases)");
            bindings.put("phases", phases.stream().map(Phase::name).toArray(String[]::new));
        }
        if (before != null) {
            where.append(" and (w.submitted_at, w.id) < (:at, :id)");
            bindings.put("at", before.submittedAt());
            bindings.put("id", before.id());
        }
        return handle.createQuery(SELECT + where + " order by w.submitted_at desc, w.id desc limit :limit")
                .bindMap(bindings)
                .bind("limit", limit)
                .map((rows, context) -> WorkloadRow.of(rows))
                .list();
    }

    /** A place in the list. */
    public record Position(Instant submittedAt, UUID id) {}

    /** Stores the state that the workload is in now; returns the new version. */
    public int move(Workload workload) {
        WorkloadState state = workload.state();
        WorkloadState.Ended ended = state instanceof WorkloadState.Ended it ? it : null;
        return handle.createQuery("""
                        update workload set phase = :phase, reason = :reason, started_at = coalesce(:started, started_at),
                               ended_at = :ended, exit = cast(:exit as jsonb), version = version + 1
                        where id = :id returning version""")
                .bind("id", workload.id())
                .bind("phase", state.phase().name())
                .bind("reason", ended == null ? null : ended.reason().name())
                .bind("started", startedAt(state))
                .bind("ended", ended == null ? null : ended.at())
                .bind(
                        "exit",
                        ended == null || ended.exit() == null ? null : Json.write(WorkloadSpecs.json(ended.exit())))
                .mapTo(Integer.class)
                .one();
    }

    private static @Nullable Instant startedAt(WorkloadState state) {
        return switch (state) {
            case WorkloadState.Running running -> running.startedAt();
            case WorkloadState.Stopping stopping -> stopping.startedAt();
            case WorkloadState.Ended ended -> ended.startedAt();
            case WorkloadState.Queued ignored -> null;
            case WorkloadState.Starting ignored -> null;
        };
    }

    public void explain(UUID id, Explanation explanation) {
        handle.createUpdate("update workload set explanation = cast(:explanation as jsonb) where id = :id")
                .bind("id", id)
                .bind("explanation", Json.write(ExplanationJson.write(explanation)))
                .execute();
    }

    /**
     * Notes that somebody wants it to end; the first one counts.
     *
     * @return false if that was noted before or it has ended
     */
    public boolean requestCancel(UUID id, Instant now) {
        return handle.createUpdate("""
                        update workload set cancel_requested_at = :now, version = version + 1
                        where id = :id and cancel_requested_at is null and ended_at is null""").bind("id", id).bind("now", now).execute() == 1;
    }

    /**
     * Forgets a workload that has ended: its name is free from now on, and what its machine keeps of it is to be removed.
     * Its row and its allocations stay for what refers to them.
     *
     * @return false if it hasn't ended or was deleted before
     */
    public boolean delete(UUID id, Instant now) {
        boolean deleted =
                handle.createUpdate("""
                        update workload set deleted_name = name, name = null, deleted_at = :now, version = version + 1
                        where id = :id and ended_at is not null and deleted_at is null""").bind("id", id).bind("now", now).execute() == 1;
        if (deleted) {
            handle.createUpdate("""
                            update allocation set removal_requested_at = :now
                            where workload_id = :id and removal_requested_at is null""").bind("id", id).bind("now", now).execute();
        }
        return deleted;
    }

    /** Live workloads whose end was asked for. */
    public List<UUID> cancelRequests() {
        return handle.createQuery("select id from workload where cancel_requested_at is not null and ended_at is null")
                .mapTo(UUID.class)
                .list();
    }
}
