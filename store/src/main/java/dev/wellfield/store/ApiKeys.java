package dev.wellfield.store;

import dev.wellfield.core.serving.ApiKey;
import dev.wellfield.core.serving.KeyScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** API keys: hashes, never secrets. */
public final class ApiKeys {
    private static final String SELECT =
            "select k.*, t.name as tenant from api_key k join tenant t on t.id = k.tenant_id ";

    private final Handle handle;

    ApiKeys(Handle handle) {
        this.handle = handle;
    }

    /** A key's row. */
    public record Row(
            Stored stored,
            String prefix,
            String hash,
            @Nullable Instant revokedAt) {
        static Row of(ResultSet rows) throws SQLException {
            return new Row(
                    new Stored(
                            Rows.uuid(rows, "id"),
                            rows.getString("tenant"),
                            rows.getString("name"),
                            Rows.json(rows, "spec"),
                            rows.getInt("version"),
                            Rows.instant(rows, "created_at")),
                    rows.getString("prefix"),
                    rows.getString("hash"),
                    Rows.instantOrNull(rows, "revoked_at"));
        }

        ApiKey key() {
            JsonNode spec = stored.spec();
            String expiresAt = Json.text(spec, "expiresAt");
            Set<String> models =
                    spec.has("models") ? Set.copyOf(Json.list(spec.get("models"), JsonNode::asString)) : null;
            Set<KeyScope> scopes = spec.has("scopes")
                    ? Set.copyOf(Json.list(spec.get("scopes"), scope -> KeyScope.of(scope.asString())))
                    : null;
            return new ApiKey(
                    stored.id(),
                    String.valueOf(stored.tenant()),
                    stored.name(),
                    prefix,
                    hash,
                    models,
                    scopes,
                    LimitSpecs.limits(spec),
                    expiresAt == null ? null : OffsetDateTime.parse(expiresAt).toInstant());
        }
    }

    /**
     * Adds a key.
     *
     * @return false if its tenant has one of that name
     */
    public boolean insert(UUID id, UUID tenantId, String name, String prefix, String hash, JsonNode spec, Instant now) {
        return handle.createUpdate("""
                        insert into api_key (id, tenant_id, name, prefix, hash, spec, version, created_at)
                        values (:id, :tenant, :name, :prefix, :hash, cast(:spec as jsonb), 1, :now)
                        on conflict (tenant_id, name) do nothing""")
                        .bind("id", id)
                        .bind("tenant", tenantId)
                        .bind("name", name)
                        .bind("prefix", prefix)
                        .bind("hash", hash)
                        .bind("spec", Json.write(spec))
                        .bind("now", now)
                        .execute()
                == 1;
    }

    public List<Row> list(String tenant) {
        return handle.createQuery(SELECT + "where t.name = :tenant order by k.name")
                .bind("tenant", tenant)
                .map((rows, context) -> Row.of(rows))
                .list();
    }

    public Optional<Row> find(String tenant, String name) {
        return handle.createQuery(SELECT + "where t.name = :tenant and k.name = :name")
                .bind("tenant", tenant)
                .bind("name", name)
                .map((rows, context) -> Row.of(rows))
                .findOne();
    }

    /** Revokes a key for good; false if it was revoked before. */
    public boolean revoke(UUID id, Instant now) {
        return handle.createUpdate("""
                        update api_key set revoked_at = :now, version = version + 1
                        where id = :id and revoked_at is null""").bind("id", id).bind("now", now).execute() == 1;
    }

    /** Keys that aren't revoked. */
    List<ApiKey> valid() {
        return handle.createQuery(SELECT + "where k.revoked_at is null")
                .map((rows, context) -> Row.of(rows).key())
                .list();
    }
}
