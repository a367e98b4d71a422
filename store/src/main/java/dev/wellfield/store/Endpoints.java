package dev.wellfield.store;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.serving.Endpoint;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Engines that serve models. An endpoint is one run of one engine; it is removed, never deleted. */
public final class Endpoints {
    private static final String SELECT = """
            select e.*, t.name as tenant, m.name as model
            from endpoint e join tenant t on t.id = e.tenant_id join model m on m.id = e.model_id
            """;

    private final Handle handle;

    Endpoints(Handle handle) {
        this.handle = handle;
    }

    /**
     * An endpoint's row.
     *
     * @param heartbeatAt when it last answered; null if it hasn't yet
     */
    public record Row(
            Endpoint endpoint,
            String model,
            Instant createdAt,
            @Nullable Instant heartbeatAt,
            @Nullable Instant removedAt) {
        static Row of(ResultSet rows) throws SQLException {
            return new Row(
                    read(rows),
                    rows.getString("model"),
                    Rows.instant(rows, "created_at"),
                    Rows.instantOrNull(rows, "heartbeat_at"),
                    Rows.instantOrNull(rows, "removed_at"));
        }
    }

    private static Endpoint read(ResultSet rows) throws SQLException {
        return new Endpoint(
                Rows.uuid(rows, "id"),
                rows.getString("tenant"),
                rows.getString("workload"),
                Rows.uuid(rows, "model_id"),
                URI.create(rows.getString("url")),
                EngineKind.valueOf(rows.getString("engine")),
                rows.getBoolean("simulated"),
                rows.getInt("concurrent_requests"),
                rows.getString("engine_key"));
    }

    /** Adds an endpoint unless it is there. */
    public void insert(Endpoint endpoint, Instant now) {
        handle.createUpdate("""
                        insert into endpoint (id, tenant_id, workload, model_id, url, engine, simulated,
                               concurrent_requests, engine_key, created_at)
                        select :id, t.id, :workload, :model, :url, :engine, :simulated, :concurrency, :key, :now
                        from tenant t where t.name = :tenant
                        on conflict (id) do nothing""")
                .bind("id", endpoint.id())
                .bind("tenant", endpoint.tenant())
                .bind("workload", endpoint.workload())
                .bind("model", endpoint.modelId())
                .bind("url", endpoint.url().toString())
                .bind("engine", endpoint.engine().name())
                .bind("simulated", endpoint.simulated())
                .bind("concurrency", endpoint.concurrentRequests())
                .bind("key", endpoint.key())
                .bind("now", now)
                .execute();
    }

    public void heartbeat(UUID id, Instant at) {
        handle.createUpdate("update endpoint set heartbeat_at = :at where id = :id and removed_at is null")
                .bind("id", id)
                .bind("at", at)
                .execute();
    }

    public void remove(UUID id, Instant at) {
        handle.createUpdate("update endpoint set removed_at = :at where id = :id and removed_at is null")
                .bind("id", id)
                .bind("at", at)
                .execute();
    }

    /** Those that aren't removed. */
    public List<Row> live() {
        return handle.createQuery(SELECT + "where e.removed_at is null order by t.name, e.workload")
                .map((rows, context) -> Row.of(rows))
                .list();
    }

    /** Those with these ids, removed ones too. */
    public List<Row> find(Collection<UUID> ids) {
        return handle.createQuery(SELECT + "where e.id = any(:ids) order by e.created_at")
                .bindMap(Map.of("ids", ids.toArray(UUID[]::new)))
                .map((rows, context) -> Row.of(rows))
                .list();
    }
}
