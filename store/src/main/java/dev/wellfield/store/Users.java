package dev.wellfield.store;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.PasswordHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Principals as people: their passwords, whether they are kept out, and the members of a tenant. */
public final class Users {
    private static final String SELECT = "select p.* from principal p ";

    private final Handle handle;

    Users(Handle handle) {
        this.handle = handle;
    }

    /**
     * A principal, without its password.
     *
     * @param person false for a service, which has tokens alone
     */
    public record User(
            UUID id,
            String name,
            ObjectNode spec,
            int version,
            Instant createdAt,
            boolean person,
            @Nullable String email,
            @Nullable Instant signedInAt,
            @Nullable Instant disabledAt) {
        public @Nullable String displayName() {
            return Json.text(spec, "displayName");
        }

        public boolean disabled() {
            return disabledAt != null;
        }
    }

    public Optional<User> find(String name) {
        return handle.createQuery(SELECT + "where p.name = :name and p.deleted_at is null")
                .bind("name", name)
                .map((rows, context) -> user(rows))
                .findOne();
    }

    public Optional<User> find(UUID id) {
        return handle.createQuery(SELECT + "where p.id = :id and p.deleted_at is null")
                .bind("id", id)
                .map((rows, context) -> user(rows))
                .findOne();
    }

    /** By name or by e-mail address, whatever its case. */
    public Optional<User> findByLogin(String nameOrEmail) {
        return handle.createQuery(SELECT
                        + "where (p.name = :login or lower(p.email) = lower(:login)) and p.deleted_at is null limit 1")
                .bind("login", nameOrEmail)
                .map((rows, context) -> user(rows))
                .findOne();
    }

    /** By name, those after {@code after}. */
    public List<User> list(String after, int limit) {
        return handle.createQuery(
                        SELECT
                                + "where p.deleted_at is null and p.name collate \"C\" > :after order by p.name collate \"C\" limit :limit")
                .bind("after", after)
                .bind("limit", limit)
                .map((rows, context) -> user(rows))
                .list();
    }

    /** Those who have a role in a tenant, by name. */
    public List<User> members(String tenant) {
        return handle.createQuery(SELECT + """
                        where p.deleted_at is null and exists (select 1 from binding b join tenant t on t.id = b.tenant_id
                        where b.principal_id = p.id and t.name = :tenant) order by p.name""")
                .bind("tenant", tenant)
                .map((rows, context) -> user(rows))
                .list();
    }

    /**
     * Adds a person.
     *
     * @return false if there is a principal of that name or with that e-mail address
     */
    public boolean insert(UUID id, String name, ObjectNode spec, @Nullable String email, Instant now) {
        return handle.createUpdate("""
                        insert into principal (id, name, spec, version, created_at, kind, email)
                        values (:id, :name, cast(:spec as jsonb), 1, :now, 'USER', :email) on conflict do nothing""")
                        .bind("id", id)
                        .bind("name", name)
                        .bind("spec", Json.write(spec))
                        .bind("now", now)
                        .bind("email", email)
                        .execute()
                == 1;
    }

    /** The password's hash; empty where there is none. */
    public Optional<PasswordHash> password(UUID id) {
        return handle.createQuery("select password from principal where id = :id and password is not null")
                .bind("id", id)
                .mapTo(String.class)
                .findOne()
                .map(PasswordHash::parse);
    }

    /**
     * Sets the password if it still is {@code before}; whoever gets one is a person from then on.
     *
     * @return false if somebody else has set it meanwhile
     */
    public boolean setPassword(UUID id, @Nullable PasswordHash before, PasswordHash password) {
        return handle.createUpdate("""
                        update principal set password = :password, kind = 'USER'
                        where id = :id and password is not distinct from :before""")
                        .bind("id", id)
                        .bind("before", before == null ? null : before.text())
                        .bind("password", password.text())
                        .execute()
                == 1;
    }

    public void signedIn(UUID id, Instant now) {
        handle.execute("update principal set signed_in_at = ? where id = ?", now, id);
    }

    /** Keeps somebody out, or lets them in again; false if it is so already. */
    public boolean setDisabled(UUID id, @Nullable Instant since) {
        return handle.createUpdate("""
                        update principal set disabled_at = cast(:since as timestamptz) where id = :id
                        and (disabled_at is null) = (cast(:since as timestamptz) is not null)""").bind("id", id).bind("since", since).execute() == 1;
    }

    /** Replaces all bindings, in the spec and in rows of their own, and gives the spec as it is then. */
    public ObjectNode setBindings(User user, List<Binding> bindings) {
        ObjectNode spec = user.spec().deepCopy();
        spec.set("bindings", json(bindings));
        handle.createUpdate("update principal set spec = cast(:spec as jsonb), version = version + 1 where id = :id")
                .bind("spec", Json.write(spec))
                .bind("id", user.id())
                .execute();
        new Principals(handle).bind(user.id(), bindings);
        return spec;
    }

    /** As the contract writes them. */
    public static ArrayNode json(List<Binding> bindings) {
        ArrayNode array = Json.object().putArray("bindings");
        bindings.forEach(binding -> {
            ObjectNode item = array.addObject().put("role", binding.role().wireName());
            if (binding.tenant() != null) {
                item.put("tenant", binding.tenant());
            }
        });
        return array;
    }

    private static User user(ResultSet rows) throws SQLException {
        return new User(
                Rows.uuid(rows, "id"),
                rows.getString("name"),
                (ObjectNode) Rows.json(rows, "spec"),
                rows.getInt("version"),
                Rows.instant(rows, "created_at"),
                rows.getString("kind").equals("USER"),
                rows.getString("email"),
                Rows.instantOrNull(rows, "signed_in_at"),
                Rows.instantOrNull(rows, "disabled_at"));
    }
}
