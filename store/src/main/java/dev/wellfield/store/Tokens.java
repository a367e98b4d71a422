package dev.wellfield.store;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Tokens: how services, and people on the command line, come in. They are kept as hashes. */
public final class Tokens {
    /** Of {@code token k}, at {@code :now}. */
    static final String VALID = "k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)";

    private final Handle handle;

    Tokens(Handle handle) {
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
     * Adds a token.
     *
     * @return false if the principal has one of that name
     */
    public boolean insert(Token token, String hash) {
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

    /** All that a principal ever had, by age. */
    public List<Token> of(String principal) {
        return handle.createQuery("""
                        select k.* from token k join principal p on p.id = k.principal_id
                        where p.name = :principal order by k.created_at""")
                .bind("principal", principal)
                .map((rows, context) -> token(rows))
                .list();
    }

    /** Revokes a principal's token with all sessions made from it; false if there is no valid one of that name. */
    public boolean revoke(String principal, String name, Instant now) {
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

    /** Revokes every token of a principal; sessions that come from them end too. */
    public void revokeAll(UUID principalId, Instant now) {
        handle.createUpdate("update token set revoked_at = :now where principal_id = :id and revoked_at is null")
                .bind("id", principalId)
                .bind("now", now)
                .execute();
    }

    /** The bearer of a valid token. */
    public Optional<Bearer> bearer(String hash, Instant now) {
        return handle.createQuery("select k.id, k.scopes, p.id as principal_id, p.name from token k"
                        + " join principal p on p.id = k.principal_id"
                        + " where k.hash = :hash and p.deleted_at is null and p.disabled_at is null and " + VALID)
                .bind("hash", hash)
                .bind("now", now)
                .map((rows, context) -> Bearer.of(handle, rows))
                .findOne();
    }

    private static Token token(ResultSet rows) throws SQLException {
        return new Token(
                Rows.uuid(rows, "id"),
                Rows.uuid(rows, "principal_id"),
                rows.getString("name"),
                rows.getString("prefix"),
                scopes(rows),
                Rows.instant(rows, "created_at"),
                Rows.instantOrNull(rows, "expires_at"),
                Rows.instantOrNull(rows, "revoked_at"));
    }

    static @Nullable List<String> scopes(ResultSet rows) throws SQLException {
        Array array = rows.getArray("scopes");
        return array == null ? null : Arrays.asList((String[]) array.getArray());
    }
}
