package dev.wellfield.store;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.tenancy.Role;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Who can sign in, with what tokens, and the console's sessions. Secrets are kept as hashes. */
public final class Principals {
    private static final String VALID_TOKEN = "k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)";

    /** Any number, the same in every process: see {@link #lockOperators}. */
    private static final long OPERATORS_LOCK = 0x77656c6c66L;

    private final Handle handle;

    Principals(Handle handle) {
        this.handle = handle;
    }

    /** A token's row, without its hash. */
    public record Token(
            UUID id,
            UUID principalId,
            String name,
            String prefix,
            @Nullable List<String> scopes,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt) {}

    /**
     * Whoever a valid token or session belongs to.
     *
     * @param tokenId null for a session that comes from a password
     */
    public record Bearer(@Nullable UUID tokenId, UUID principalId, Grants grants) {}

    /** A valid console session's bearer. */
    public record Session(Bearer bearer, Instant expiresAt) {}

    /** A principal's id and name. */
    public record Named(UUID id, String name) {}

    public boolean any() {
        return handle.createQuery("select exists (select 1 from principal)")
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * From here to the end of the transaction nobody else takes the operator's role from anybody, so that two who do it to
     * each other can't both find the other one left.
     */
    public void lockOperators() {
        handle.createQuery("select 1 from (select pg_advisory_xact_lock(:lock)) taken")
                .bind("lock", OPERATORS_LOCK)
                .mapTo(Integer.class)
                .one();
    }

    /** Somebody who has the operator's role and isn't kept out: the one named operator before others. */
    public Optional<Named> operator() {
        return handle.createQuery("""
                        select p.id, p.name from principal p join binding b on b.principal_id = p.id
                        where b.role = :role and p.deleted_at is null and p.disabled_at is null order by p.name <> 'operator', p.name limit 1""")
                .bind("role", Role.OPERATOR.wireName())
                .map((row, context) -> new Named(row.getObject("id", UUID.class), row.getString("name")))
                .findOne();
    }

    public Optional<UUID> find(String name) {
        return handle.createQuery("select id from principal where name = :name and deleted_at is null")
                .bind("name", name)
                .mapTo(UUID.class)
                .findOne();
    }

    public void insert(UUID id, String name, JsonNode spec, Instant now) {
        handle.createUpdate("""
                        insert into principal (id, name, spec, version, created_at)
                        values (:id, :name, cast(:spec as jsonb), 1, :now)""")
                .bind("id", id)
                .bind("name", name)
                .bind("spec", Json.write(spec))
                .bind("now", now)
                .execute();
    }

    /**
     * Replaces the bindings of a principal.
     *
     * @throws IllegalArgumentException if there is no tenant of a name
     */
    public void bind(UUID principalId, List<Binding> bindings) {
        handle.createUpdate("delete from binding where principal_id = :id")
                .bind("id", principalId)
                .execute();
        for (Binding binding : bindings) {
            handle.createUpdate("""
                            insert into binding (principal_id, role, tenant_id) values (:id, :role, cast(:tenant as uuid))
                            on conflict do nothing""")
                    .bind("id", principalId)
                    .bind("role", binding.role().wireName())
                    .bind("tenant", binding.tenant() == null ? null : tenantId(binding.tenant()))
                    .execute();
        }
    }

    private UUID tenantId(String tenant) {
        return handle.createQuery("select id from tenant where name = :tenant")
                .bind("tenant", tenant)
                .mapTo(UUID.class)
                .findOne()
                .orElseThrow(() -> new IllegalArgumentException("tenant (" + tenant + ") must exist"));
    }

    /**
     * Adds a token.
     *
     * @return false if the principal has one of that name
     */
    public boolean insertToken(Token token, String hash) {
        return handle.createUpdate("""
                        insert into token (id, principal_id, name, prefix, hash, scopes, created_at, expires_at)
                        values (:id, :principal, :name, :prefix, :hash, :scopes, :created, :expires)
                        on conflict (principal_id, name) do nothing""")
                        .bind("id", token.id())
                        .bind("principal", token.principalId())
                        .bind("name", token.name())
                        .bind("prefix", token.prefix())
                        .bind("hash", hash)
                        .bind(
                                "scopes",
                                token.scopes() == null ? null : token.scopes().toArray(String[]::new))
                        .bind("created", token.createdAt())
                        .bind("expires", token.expiresAt())
                        .execute()
                == 1;
    }

    public List<Token> tokens(String principal) {
        return handle.createQuery("""
                        select k.* from token k join principal p on p.id = k.principal_id
                        where p.name = :principal order by k.created_at""")
                .bind("principal", principal)
                .map((rows, context) -> token(rows))
                .list();
    }

    /** Revokes a principal's token with all sessions made from it; false if there is no valid one of that name. */
    public boolean revokeToken(String principal, String name, Instant now) {
        Optional<UUID> id = handle.createQuery("""
                        update token k set revoked_at = :now from principal p
                        where p.id = k.principal_id and p.name = :principal and k.name = :name and k.revoked_at is null
                        returning k.id""")
                .bind("now", now)
                .bind("principal", principal)
                .bind("name", name)
                .mapTo(UUID.class)
                .findOne();
        id.ifPresent(it -> handle.execute("delete from console_session where token_id = ?", it));
        return id.isPresent();
    }

    /**
     * Takes everything from a principal by which it can come in: its bindings, tokens, sessions and password, and the links
     * that it has handed out. Declared anew it is a service again.
     */
    public void shutOut(UUID principalId, Instant now) {
        handle.execute("delete from binding where principal_id = ?", principalId);
        deleteSessions(principalId, null);
        revokeTokens(principalId, now);
        handle.createUpdate("""
                        update invitation set revoked_at = :now where accepted_at is null and revoked_at is null
                        and (principal_id = :id or invited_by = (select name from principal where id = :id))""").bind("now", now).bind("id", principalId).execute();
        handle.execute(
                "update principal set kind = 'SERVICE', password = null, email = null, disabled_at = null where id = ?",
                principalId);
    }

    /** The bearer of a valid token. */
    public Optional<Bearer> byToken(String hash, Instant now) {
        return handle.createQuery("select k.id, k.scopes, p.id as principal_id, p.name from token k"
                        + " join principal p on p.id = k.principal_id"
                        + " where k.hash = :hash and p.deleted_at is null and p.disabled_at is null and " + VALID_TOKEN)
                .bind("hash", hash)
                .bind("now", now)
                .map((rows, context) -> bearer(rows))
                .findOne();
    }

    /** The bearer of a valid session; it ends with its token if it comes from one, and when its principal is kept out. */
    public Optional<Session> bySession(String hash, Instant now) {
        return handle.createQuery("""
                        select k.id, k.scopes, p.id as principal_id, p.name, s.expires_at as session_expires_at
                        from console_session s left join token k on k.id = s.token_id
                        join principal p on p.id = coalesce(k.principal_id, s.principal_id)
                        where s.hash = :hash and s.expires_at > :now and p.deleted_at is null and p.disabled_at is null
                        and (k.id is null or (""" + VALID_TOKEN + "))")
                .bind("hash", hash)
                .bind("now", now)
                .map((rows, context) -> new Session(bearer(rows), Rows.instant(rows, "session_expires_at")))
                .findOne();
    }

    /** A session that comes from a token. */
    public void insertSession(String hash, UUID tokenId, Instant now, Instant expiresAt) {
        insertSession(hash, tokenId, null, now, expiresAt);
    }

    /** A session that comes from a principal's password. */
    public void insertPasswordSession(String hash, UUID principalId, Instant now, Instant expiresAt) {
        insertSession(hash, null, principalId, now, expiresAt);
    }

    private void insertSession(
            String hash, @Nullable UUID tokenId, @Nullable UUID principalId, Instant now, Instant expiresAt) {
        handle.createUpdate("delete from console_session where expires_at < :now")
                .bind("now", now)
                .execute();
        handle.createUpdate("""
                        insert into console_session (hash, token_id, principal_id, created_at, expires_at)
                        values (:hash, cast(:token as uuid), cast(:principal as uuid), :now, :expires)""")
                .bind("hash", hash)
                .bind("token", tokenId)
                .bind("principal", principalId)
                .bind("now", now)
                .bind("expires", expiresAt)
                .execute();
    }

    public void deleteSession(String hash) {
        handle.execute("delete from console_session where hash = ?", hash);
    }

    /** Ends every session of a principal, whatever it comes from, but {@code kept}. */
    public void deleteSessions(UUID principalId, @Nullable String kept) {
        handle.createUpdate("""
                        delete from console_session s where s.hash is distinct from :kept and (s.principal_id = :id
                        or exists (select 1 from token k where k.id = s.token_id and k.principal_id = :id))""").bind("id", principalId).bind("kept", kept).execute();
    }

    /** Revokes every token of a principal; sessions that come from them end too. */
    public void revokeTokens(UUID principalId, Instant now) {
        handle.createUpdate("update token set revoked_at = :now where principal_id = :id and revoked_at is null")
                .bind("id", principalId)
                .bind("now", now)
                .execute();
    }

    private Bearer bearer(ResultSet rows) throws SQLException {
        UUID principalId = Rows.uuid(rows, "principal_id");
        List<String> scopes = strings(rows, "scopes");
        Set<Permission> limit = scopes == null
                ? null
                : scopes.stream()
                        .flatMap(scope -> Permission.find(scope).stream())
                        .collect(Collectors.toSet());
        return new Bearer(
                rows.getObject("id", UUID.class),
                principalId,
                new Grants(rows.getString("name"), bindings(principalId), limit));
    }

    public List<Binding> bindings(UUID principalId) {
        return handle.createQuery("""
                        select b.role, t.name as tenant from binding b left join tenant t on t.id = b.tenant_id
                        where b.principal_id = :id order by t.name nulls first, b.role""")
                .bind("id", principalId)
                .map((rows, context) ->
                        new Binding(Role.find(rows.getString("role")).orElseThrow(), rows.getString("tenant")))
                .list();
    }

    private static Token token(ResultSet rows) throws SQLException {
        return new Token(
                Rows.uuid(rows, "id"),
                Rows.uuid(rows, "principal_id"),
                rows.getString("name"),
                rows.getString("prefix"),
                strings(rows, "scopes"),
                Rows.instant(rows, "created_at"),
                Rows.instantOrNull(rows, "expires_at"),
                Rows.instantOrNull(rows, "revoked_at"));
    }

    private static @Nullable List<String> strings(ResultSet rows, String column) throws SQLException {
        Array array = rows.getArray(column);
        return array == null ? null : Arrays.asList((String[]) array.getArray());
    }
}
