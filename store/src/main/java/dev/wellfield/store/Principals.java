package dev.wellfield.store;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;

/** Who can do something, and what: principals with their bindings. How they come in is in {@link Tokens} and {@link ConsoleSessions}. */
public final class Principals {
    private final Handle handle;

    Principals(Handle handle) {
        this.handle = handle;
    }

    /** A principal's id and name. */
    public record Named(UUID id, String name) {}

    /** Whether there ever was one. */
    public boolean any() {
        return handle.createQuery("select exists (select 1 from principal)")
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * From here to the end of the transaction nobody else changes anybody's bindings, or who is kept out: two operators who
     * take the role from each other can't both find the other one left. To be called before what is changed is read.
     */
    public void lockBindings() {
        TransactionLock.BINDINGS.take(handle);
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

    /** Whether somebody else has the operator's role and isn't kept out. */
    public boolean operatorBesides(UUID id) {
        return handle.createQuery("""
                        select exists (select 1 from principal p join binding b on b.principal_id = p.id
                        where b.role = :role and p.id <> :id and p.deleted_at is null and p.disabled_at is null)""")
                .bind("role", Role.OPERATOR.wireName())
                .bind("id", id)
                .mapTo(Boolean.class)
                .one();
    }

    /** The id of one that wasn't deleted. */
    public Optional<UUID> find(String name) {
        return handle.createQuery("select id from principal where name = :name and deleted_at is null")
                .bind("name", name)
                .mapTo(UUID.class)
                .findOne();
    }

    /** Adds a service; it has no bindings yet. */
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
     * Takes everything from a principal by which it can come in: its bindings, tokens, sessions and password, and the links
     * that it has handed out. Declared anew it is a service again.
     */
    public void shutOut(UUID principalId, Instant now) {
        handle.execute("delete from binding where principal_id = ?", principalId);
        new ConsoleSessions(handle).deleteAll(principalId, null);
        new Tokens(handle).revokeAll(principalId, now);
        handle.createUpdate("""
                        update invitation set revoked_at = :now where accepted_at is null and revoked_at is null
                        and (principal_id = :id or invited_by = (select name from principal where id = :id))""").bind("now", now).bind("id", principalId).execute();
        handle.execute(
                "update principal set kind = 'SERVICE', password = null, email = null, disabled_at = null where id = ?",
                principalId);
    }

    /** Its roles, those of the platform first. */
    public List<Binding> bindings(UUID principalId) {
        return handle.createQuery("""
                        select b.role, t.name as tenant from binding b left join tenant t on t.id = b.tenant_id
                        where b.principal_id = :id order by t.name nulls first, b.role""")
                .bind("id", principalId)
                .map((rows, context) ->
                        new Binding(Role.find(rows.getString("role")).orElseThrow(), rows.getString("tenant")))
                .list();
    }
}
