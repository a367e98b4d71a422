package dev.wellfield.store;

import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Role;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Invitations to take a role or to set a new password; their secrets are kept as hashes. */
public final class Invitations {
    private static final String SELECT = """
            select i.*, t.name as tenant, p.name as principal from invitation i
            left join tenant t on t.id = i.tenant_id left join principal p on p.id = i.principal_id\s""";

    static final int MOST_LISTED = 1000;

    private final Handle handle;

    Invitations(Handle handle) {
        this.handle = handle;
    }

    /**
     * An invitation, without its secret.
     *
     * @param principalId whose password it sets; null for an invitation to a role
     * @param name the name to sign in with; null where whoever accepts chooses it
     * @param role null for a new password
     * @param tenant null on the platform, and for a new password
     */
    public record Invitation(
            UUID id,
            @Nullable UUID principalId,
            @Nullable String name,
            @Nullable String email,
            @Nullable String displayName,
            @Nullable Role role,
            @Nullable String tenant,
            String invitedBy,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant acceptedAt,
            @Nullable String acceptedBy,
            @Nullable Instant revokedAt) {
        public boolean reset() {
            return principalId != null;
        }

        public boolean open(Instant now) {
            return acceptedAt == null && revokedAt == null && expiresAt.isAfter(now);
        }
    }

    /** @param tenantId null where the invitation has no tenant */
    public void insert(Invitation invitation, @Nullable UUID tenantId, String hash) {
        handle.createUpdate("""
                        insert into invitation (id, hash, purpose, principal_id, name, email, display_name, role, tenant_id,
                        invited_by, created_at, expires_at) values (:id, :hash, :purpose, cast(:principal as uuid), :name,
                        :email, :display, :role, cast(:tenant as uuid), :by, :created, :expires)""")
                .bind("id", invitation.id())
                .bind("hash", hash)
                .bind("purpose", invitation.reset() ? "RESET" : "JOIN")
                .bind("principal", invitation.principalId())
                .bind("name", invitation.reset() ? null : invitation.name())
                .bind("email", invitation.email())
                .bind("display", invitation.displayName())
                .bind(
                        "role",
                        invitation.role() == null ? null : invitation.role().wireName())
                .bind("tenant", tenantId)
                .bind("by", invitation.invitedBy())
                .bind("created", invitation.createdAt())
                .bind("expires", invitation.expiresAt())
                .execute();
    }

    /**
     * Those of the tenants that are visible, the newest first, no more than {@value #MOST_LISTED}; what belongs to no tenant
     * is for those who see everything.
     *
     * @param tenant only this one's
     */
    public List<Invitation> list(Visible visible, @Nullable String tenant) {
        return handle.createQuery(SELECT + """
                        where (:all or t.name = any(:visible)) and (cast(:tenant as text) is null or t.name = :tenant)
                        order by i.created_at desc, i.id limit\s""" + MOST_LISTED)
                .bind("all", visible.all())
                .bind("visible", visible.tenants().toArray(String[]::new))
                .bind("tenant", tenant)
                .map((rows, context) -> invitation(rows))
                .list();
    }

    public Optional<Invitation> find(UUID id) {
        return handle.createQuery(SELECT + "where i.id = :id")
                .bind("id", id)
                .map((rows, context) -> invitation(rows))
                .findOne();
    }

    /** One that can still be accepted. Whoever reads it here in a transaction has it alone until the end. */
    public Optional<Invitation> findOpen(String hash, Instant now) {
        return handle.createQuery(SELECT + """
                        where i.hash = :hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > :now
                        and t.deleted_at is null and p.deleted_at is null for update of i""")
                .bind("hash", hash)
                .bind("now", now)
                .map((rows, context) -> invitation(rows))
                .findOne();
    }

    public void accept(UUID id, String by, Instant now) {
        handle.execute("update invitation set accepted_at = ?, accepted_by = ? where id = ?", now, by, id);
    }

    /** False if nobody could accept it any more anyway. */
    public boolean revoke(UUID id, Instant now) {
        return handle.createUpdate("""
                        update invitation set revoked_at = :now where id = :id and accepted_at is null
                        and revoked_at is null and expires_at > :now""").bind("id", id).bind("now", now).execute() == 1;
    }

    /** Revokes the open ones to set somebody's password. */
    public void revokeResets(UUID principalId, Instant now) {
        handle.createUpdate("""
                        update invitation set revoked_at = :now where principal_id = :id and accepted_at is null
                        and revoked_at is null""").bind("id", principalId).bind("now", now).execute();
    }

    /** Revokes the open ones to a tenant. */
    public void revokeOf(UUID tenantId, Instant now) {
        handle.createUpdate("""
                        update invitation set revoked_at = :now where tenant_id = :id and accepted_at is null
                        and revoked_at is null""").bind("id", tenantId).bind("now", now).execute();
    }

    /** Revokes the open ones that somebody has made, in one tenant or (null) everywhere. */
    public void revokeBy(String invitedBy, @Nullable String tenant, Instant now) {
        handle.createUpdate("""
                        update invitation i set revoked_at = :now where invited_by = :by and accepted_at is null
                        and revoked_at is null and (cast(:tenant as text) is null
                        or tenant_id = (select id from tenant where name = :tenant))""")
                .bind("by", invitedBy)
                .bind("tenant", tenant)
                .bind("now", now)
                .execute();
    }

    private static Invitation invitation(ResultSet rows) throws SQLException {
        String role = rows.getString("role");
        String principal = rows.getString("principal");
        return new Invitation(
                Rows.uuid(rows, "id"),
                rows.getObject("principal_id", UUID.class),
                principal == null ? rows.getString("name") : principal,
                rows.getString("email"),
                rows.getString("display_name"),
                role == null ? null : Role.find(role).orElseThrow(),
                rows.getString("tenant"),
                rows.getString("invited_by"),
                Rows.instant(rows, "created_at"),
                Rows.instant(rows, "expires_at"),
                Rows.instantOrNull(rows, "accepted_at"),
                rows.getString("accepted_by"),
                Rows.instantOrNull(rows, "revoked_at"));
    }
}
