package dev.wellfield.store;

import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.watch.Alert;
import dev.wellfield.core.watch.AlertState;
import dev.wellfield.core.watch.AlertState.Acknowledgement;
import dev.wellfield.core.watch.AlertState.Firing;
import dev.wellfield.core.watch.AlertState.Pending;
import dev.wellfield.core.watch.AlertState.Phase;
import dev.wellfield.core.watch.AlertState.Resolved;
import dev.wellfield.core.watch.Rule.Code;
import dev.wellfield.core.watch.Rule.Severity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Alerts: those that are open, and those that are over. */
public final class Alerts {
    /** How long an alert is kept that is over. */
    public static final Duration KEPT = Duration.ofDays(90);

    private final Handle handle;

    Alerts(Handle handle) {
        this.handle = handle;
    }

    /** Those that are pending or firing; nobody else changes them before this transaction is over. */
    public List<Alert> open() {
        return handle.createQuery("select * from alert where resolved_at is null order by id for update")
                .map((rows, context) -> alert(rows))
                .list();
    }

    /**
     * Adds one that has begun.
     *
     * @return false if one of its name is open already
     */
    public boolean insert(Alert alert) {
        return handle.createUpdate("""
                        insert into alert (id, name, rule, severity, tenant, signal, value, threshold, state, since,
                               fired_at, quiet_since, resolved_at, acknowledged_by, acknowledged_at,
                               acknowledged_note, seen_at)
                        values (:id, :name, :rule, :severity, :tenant, cast(:signal as jsonb), :value, :threshold, :state,
                               :since, :fired, :quiet, :resolved, :by, :byAt, :note, :seen)
                        on conflict do nothing""").bindMap(columns(alert)).execute() == 1;
    }

    public void update(Alert alert) {
        handle.createUpdate("""
                        update alert set signal = cast(:signal as jsonb), value = :value, threshold = :threshold,
                               state = :state, since = :since, fired_at = :fired, quiet_since = :quiet,
                               resolved_at = :resolved, acknowledged_by = :by, acknowledged_at = :byAt,
                               acknowledged_note = :note, seen_at = :seen
                        where id = :id""").bindMap(columns(alert)).execute();
    }

    /** Removes one that nobody was told of. */
    public void delete(UUID id) {
        handle.createUpdate("delete from alert where id = :id").bind("id", id).execute();
    }

    private static Map<String, @Nullable Object> columns(Alert alert) {
        Map<String, @Nullable Object> columns = new HashMap<>();
        columns.put("id", alert.id());
        columns.put("name", alert.name());
        columns.put("rule", alert.rule().name());
        columns.put("severity", alert.severity().name());
        columns.put("tenant", alert.signal().owner().orElse(null));
        columns.put("signal", Json.write(SignalJson.write(alert.signal())));
        columns.put("value", alert.value());
        columns.put("threshold", alert.threshold());
        columns.put("state", alert.state().phase().name());
        columns.put("since", alert.state().since());
        columns.put("seen", alert.seenAt());
        columns.put("fired", alert.state().firedAtOrNull());
        columns.put("quiet", alert.state() instanceof Firing firing ? firing.quietSince() : null);
        columns.put("resolved", alert.state() instanceof Resolved resolved ? resolved.at() : null);
        Acknowledgement by = alert.state().acknowledgementOrNull();
        columns.put("by", by == null ? null : by.by());
        columns.put("byAt", by == null ? null : by.at());
        columns.put("note", by == null ? null : by.note());
        return columns;
    }

    private static Alert alert(ResultSet rows) throws SQLException {
        return new Alert(
                Rows.uuid(rows, "id"),
                Code.valueOf(rows.getString("rule")),
                Severity.valueOf(rows.getString("severity")),
                SignalJson.read(Rows.json(rows, "signal")),
                rows.getLong("value"),
                rows.getLong("threshold"),
                state(rows),
                Rows.instant(rows, "seen_at"));
    }

    private static AlertState state(ResultSet rows) throws SQLException {
        Instant since = Rows.instant(rows, "since");
        String by = rows.getString("acknowledged_by");
        Acknowledgement acknowledgement = by == null
                ? null
                : new Acknowledgement(by, Rows.instant(rows, "acknowledged_at"), rows.getString("acknowledged_note"));
        return switch (Phase.valueOf(rows.getString("state"))) {
            case PENDING -> new Pending(since);
            case FIRING ->
                new Firing(
                        since,
                        Rows.instant(rows, "fired_at"),
                        Rows.instantOrNull(rows, "quiet_since"),
                        acknowledgement);
            case RESOLVED ->
                new Resolved(since, Rows.instant(rows, "fired_at"), Rows.instant(rows, "resolved_at"), acknowledgement);
        };
    }

    /** The latest of a name. */
    public Optional<Alert> find(String name) {
        return find(name, "");
    }

    /** The latest of a name, which nobody else changes before this transaction is over. */
    public Optional<Alert> lock(String name) {
        return find(name, " for update");
    }

    private Optional<Alert> find(String name, String locking) {
        return handle.createQuery("select * from alert where name = :name order by id desc limit 1" + locking)
                .bind("name", name)
                .map((rows, context) -> alert(rows))
                .findFirst();
    }

    /**
     * A page, the latest first.
     *
     * @param phases empty means all
     * @param before the last one of the page before
     */
    public List<Alert> page(
            Visible visible, @Nullable String tenant, List<Phase> phases, @Nullable UUID before, int limit) {
        Map<String, Object> bindings = new HashMap<>();
        StringBuilder where = new StringBuilder("where true");
        if (!visible.all()) {
            where.append(" and tenant = any(:visible)");
            bindings.put("visible", visible.tenants().toArray(String[]::new));
        }
        if (tenant != null) {
            where.append(" and tenant = :tenant");
            bindings.put("tenant", tenant);
        }
        if (!phases.isEmpty()) {
            where.append(" and state = any(:phases)");
            bindings.put("phases", phases.stream().map(Phase::name).toArray(String[]::new));
        }
        if (before != null) {
            where.append(" and id < :before");
            bindings.put("before", before);
        }
        return handle.createQuery("select * from alert " + where + " order by id desc limit :limit")
                .bindMap(bindings)
                .bind("limit", limit)
                .map((rows, context) -> alert(rows))
                .list();
    }

    /** Removes those that have been over for longer than {@link #KEPT}. */
    public void forget(Instant now) {
        handle.createUpdate("delete from alert where resolved_at < :before")
                .bind("before", now.minus(KEPT))
                .execute();
    }
}
