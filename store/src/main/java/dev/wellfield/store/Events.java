package dev.wellfield.store;

import dev.wellfield.core.tenancy.Grants.Visible;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The events: written with the change that they tell of, read by cursor. */
public final class Events {
    // A row of a transaction that is older than one that still runs may be followed by an earlier row: it waits.
    private static final String SETTLED = " tx < pg_snapshot_xmin(pg_current_snapshot()) ";

    private final Handle handle;

    Events(Handle handle) {
        this.handle = handle;
    }

    /** @throws IllegalArgumentException if its type is none of {@link EventTypes#ALL} */
    public void append(Event event) {
        EventTypes.require(event.type());
        handle.createUpdate("""
                        insert into event (at, actor, tenant, aggregate, version, type, before, after)
                        values (:at, :actor, :tenant, :aggregate, :version, :type,
                                cast(:before as jsonb), cast(:after as jsonb))""")
                .bind("at", event.at())
                .bind("actor", event.actor())
                .bind("tenant", event.tenant())
                .bind("aggregate", event.aggregate())
                .bind("version", event.version())
                .bind("type", event.type())
                .bind("before", event.before() == null ? null : Json.write(event.before()))
                .bind("after", event.after() == null ? null : Json.write(event.after()))
                .execute();
        handle.execute("notify wellfield_event");
    }

    /** Events after a cursor, oldest first. */
    public List<Event> after(Cursor cursor, Filter filter, int limit) {
        return handle.createQuery("select * from event where (tx, id) > (cast(cast(:tx as text) as xid8), :id) and"
                        + SETTLED + filter.sql() + " order by tx, id limit :limit")
                .bind("tx", cursor.tx())
                .bind("id", cursor.id())
                .bind("limit", limit)
                .bindMap(filter.bindings())
                .map((rows, context) -> event(rows))
                .list();
    }

    /** The newest events, newest first. */
    public List<Event> newest(Filter filter, int limit) {
        return handle.createQuery("select * from event where" + SETTLED + filter.sql()
                        + " order by tx desc, id desc limit :limit")
                .bind("limit", limit)
                .bindMap(filter.bindings())
                .map((rows, context) -> event(rows))
                .list();
    }

    /** The end of the order as it is now: what comes later is after it. */
    public Cursor end() {
        Optional<Cursor> last = handle.createQuery(
                        "select tx, id from event where" + SETTLED + "order by tx desc, id desc limit 1")
                .map((rows, context) -> new Cursor(rows.getLong("tx"), rows.getLong("id")))
                .findFirst();
        return last.orElse(Cursor.START);
    }

    private static Event event(ResultSet rows) throws SQLException {
        int version = rows.getInt("version");
        return new Event(
                new Cursor(rows.getLong("tx"), rows.getLong("id")),
                Rows.instant(rows, "at"),
                rows.getString("actor"),
                rows.getString("tenant"),
                rows.getString("aggregate"),
                version == 0 ? null : version,
                rows.getString("type"),
                json(rows.getString("before")),
                json(rows.getString("after")));
    }

    private static @Nullable JsonNode json(@Nullable String text) {
        return text == null ? null : Json.parse(text);
    }

    /**
     * Which events.
     *
     * @param visible the tenants that the reader may see
     * @param tenant only this tenant's
     * @param aggregate only this thing's, as {@code kind/name}
     */
    public record Filter(
            Visible visible,
            @Nullable String tenant,
            @Nullable String aggregate) {
        String sql() {
            return (visible.all() ? "" : " and tenant = any(:visible)")
                    + (tenant == null ? "" : " and tenant = :tenant")
                    + (aggregate == null ? "" : " and aggregate = :aggregate");
        }

        Map<String, Object> bindings() {
            Map<String, Object> bindings = new HashMap<>();
            if (!visible.all()) {
                bindings.put("visible", visible.tenants().toArray(String[]::new));
            }
            if (tenant != null) {
                bindings.put("tenant", tenant);
            }
            if (aggregate != null) {
                bindings.put("aggregate", aggregate);
            }
            return bindings;
        }
    }
}
