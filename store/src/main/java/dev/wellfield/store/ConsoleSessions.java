package dev.wellfield.store;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The console's sessions. They are kept as hashes. */
public final class ConsoleSessions {
    private final Handle handle;

    ConsoleSessions(Handle handle) {
        this.handle = handle;
    }

    /** A valid session's bearer. */
    public record Session(Bearer bearer, Instant expiresAt) {}

    /** The bearer of a valid session; it ends with its token if it comes from one, and when its principal is kept out. */
    public Optional<Session> find(String hash, Instant now) {
        return handle.createQuery("""
                        select k.id, k.scopes, p.id as principal_id, p.name, s.expires_at as session_expires_at
                        from console_session s left join token k on k.id = s.token_id
                        join principal p on p.id = coalesce(k.principal_id, s.principal_id)
                        where s.hash = :hash and s.expires_at > :now and p.deleted_at is null and p.disabled_at is null
                        and (k.id is null or (""" + Tokens.VALID + "))")
                .bind("hash", hash)
                .bind("now", now)
                .map((rows, context) -> new Session(Bearer.of(handle, rows), Rows.instant(rows, "session_expires_at")))
                .findOne();
    }

    /** A session that comes from a token. */
    public void insertOfToken(String hash, UUID tokenId, Instant now, Instant expiresAt) {
        insert(hash, tokenId, null, now, expiresAt);
    }

    /** A session that comes from a principal's password. */
    public void insertOfPassword(String hash, UUID principalId, Instant now, Instant expiresAt) {
        insert(hash, null, principalId, now, expiresAt);
    }

    private void insert(
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

    /** Ends one. */
    public void delete(String hash) {
        handle.execute("delete from console_session where hash = ?", hash);
    }

    /** Ends every session of a principal, whatever it comes from, but {@code kept}. */
    public void deleteAll(UUID principalId, @Nullable String kept) {
        handle.createUpdate("""
                        delete from console_session s where s.hash is distinct from :kept and (s.principal_id = :id
                        or exists (select 1 from token k where k.id = s.token_id and k.principal_id = :id))""").bind("id", principalId).bind("kept", kept).execute();
    }
}
