package dev.wellfield.store;

import dev.wellfield.core.tenancy.Quota;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Quotas by version: the highest is in force, unless it says that the quota has ended. */
public final class Quotas {
    private static final String CURRENT = """
            select * from (
            select distinct on (t.name, p.name) t.name as tenant, p.name as pool, q.version, q.spec, q.changed_by,
                   q.changed_at, q.ended
            from quota q join tenant t on t.id = q.tenant_id join pool p on p.id = q.pool_id
            where (cast(:tenant as text) is null or t.name = :tenant) and (cast(:pool as text) is null or p.name = :pool)
            order by t.name, p.name, q.version desc) latest
            where not ended order by tenant, pool""";

    private final Handle handle;

    Quotas(Handle handle) {
        this.handle = handle;
    }

    /** A quota's version as it is kept. */
    public record Version(String tenant, String pool, int version, JsonNode spec, String changedBy, Instant changedAt) {
        public Quota quota() {
            return QuotaSpecs.quota(tenant, pool, spec, version);
        }
    }

    /** The quotas in force; only one tenant's if {@code tenant} is given. */
    public List<Quota> current(@Nullable String tenant) {
        return versions(tenant, null).stream().map(Version::quota).toList();
    }

    /** The versions in force. */
    public List<Version> currentVersions(@Nullable String tenant) {
        return versions(tenant, null);
    }

    public Optional<Version> find(String tenant, String pool) {
        return versions(tenant, pool).stream().findFirst();
    }

    private List<Version> versions(@Nullable String tenant, @Nullable String pool) {
        return handle.createQuery(CURRENT)
                .bind("tenant", tenant)
                .bind("pool", pool)
                .map((rows, context) -> version(rows))
                .list();
    }

    private static Version version(ResultSet rows) throws SQLException {
        return new Version(
                rows.getString("tenant"),
                rows.getString("pool"),
                rows.getInt("version"),
                Rows.json(rows, "spec"),
                rows.getString("changed_by"),
                Rows.instant(rows, "changed_at"));
    }

    /** The highest version that there ever was, in force or not; 0 if there was none. */
    public int lastVersion(String tenant, String pool) {
        return handle.createQuery("""
                        select coalesce(max(q.version), 0)
                        from quota q join tenant t on t.id = q.tenant_id join pool p on p.id = q.pool_id
                        where t.name = :tenant and p.name = :pool""")
                .bind("tenant", tenant)
                .bind("pool", pool)
                .mapTo(Integer.class)
                .one();
    }

    /** Ends a quota by its next version; false if somebody else was first. */
    public boolean end(Version last, String actor, Instant now) {
        return handle.createUpdate("""
                        insert into quota (tenant_id, pool_id, version, spec, changed_by, changed_at, ended)
                        select t.id, p.id, :version, cast(:spec as jsonb), :actor, :now, true
                        from tenant t, pool p where t.name = :tenant and p.name = :pool
                        on conflict do nothing""")
                        .bind("tenant", last.tenant())
                        .bind("pool", last.pool())
                        .bind("version", last.version() + 1)
                        .bind("spec", Json.write(last.spec()))
                        .bind("actor", actor)
                        .bind("now", now)
                        .execute()
                == 1;
    }

    /**
     * Adds a version, if {@code version} is the next one.
     *
     * @return false if that version is there already: somebody else was first
     */
    public boolean add(UUID tenantId, UUID poolId, int version, JsonNode spec, String actor, Instant now) {
        return handle.createUpdate("""
                        insert into quota (tenant_id, pool_id, version, spec, changed_by, changed_at)
                        select :tenant, :pool, :version, cast(:spec as jsonb), :actor, :now
                        where :version = 1 + coalesce(
                            (select max(version) from quota where tenant_id = :tenant and pool_id = :pool), 0)
                        on conflict do nothing""")
                        .bind("tenant", tenantId)
                        .bind("pool", poolId)
                        .bind("version", version)
                        .bind("spec", Json.write(spec))
                        .bind("actor", actor)
                        .bind("now", now)
                        .execute()
                == 1;
    }
}
