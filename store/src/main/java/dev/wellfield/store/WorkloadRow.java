package dev.wellfield.store;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.scheduling.Ask;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.Reason;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A workload's row; of one that was deleted, under the name that it had.
 *
 * @param allocationId of its latest allocation; null if it never had one
 * @param explanation as the contract has it; null before the first decision
 */
public record WorkloadRow(
        UUID id,
        String tenant,
        String name,
        JsonNode spec,
        Ask ask,
        Phase phase,
        @Nullable Reason reason,
        String submittedBy,
        Instant submittedAt,
        boolean cancelRequested,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Exit exit,
        @Nullable JsonNode explanation,
        @Nullable UUID allocationId,
        int version) {

    static WorkloadRow of(ResultSet rows) throws SQLException {
        String tenant = rows.getString("tenant");
        String taken = rows.getString("name");
        String name = taken == null ? rows.getString("deleted_name") : taken;
        String reason = rows.getString("reason");
        String exit = rows.getString("exit");
        String explanation = rows.getString("explanation");
        return new WorkloadRow(
                Rows.uuid(rows, "id"),
                tenant,
                name,
                Rows.json(rows, "spec"),
                WorkloadSpecs.ask(tenant, Rows.json(rows, "ask")),
                Phase.valueOf(rows.getString("phase")),
                reason == null ? null : Reason.valueOf(reason),
                rows.getString("submitted_by"),
                Rows.instant(rows, "submitted_at"),
                rows.getTimestamp("cancel_requested_at") != null,
                Rows.instantOrNull(rows, "started_at"),
                Rows.instantOrNull(rows, "ended_at"),
                WorkloadSpecs.exit(exit == null ? null : Json.parse(exit)),
                explanation == null ? null : Json.parse(explanation),
                rows.getObject("allocation_id", UUID.class),
                rows.getInt("version"));
    }

    public String path() {
        return tenant + "/" + name;
    }

    /** As the controller knows it. {@code allocation} is what it holds; needed in the states that hold something. */
    public Workload workload(@Nullable Allocation allocation) {
        WorkloadState state = switch (phase) {
            case QUEUED -> new WorkloadState.Queued();
            case STARTING -> new WorkloadState.Starting(Objects.requireNonNull(allocation));
            case RUNNING ->
                new WorkloadState.Running(Objects.requireNonNull(allocation), Objects.requireNonNull(startedAt));
            case STOPPING -> new WorkloadState.Stopping(Objects.requireNonNull(allocation), startedAt);
            case SUCCEEDED, FAILED, CANCELLED, REFUSED ->
                new WorkloadState.Ended(
                        phase, Objects.requireNonNull(reason), exit, startedAt, Objects.requireNonNull(endedAt));
        };
        return new Workload(id, tenant, name, WorkloadSpecs.spec(spec), ask, submittedBy, submittedAt, state);
    }
}
