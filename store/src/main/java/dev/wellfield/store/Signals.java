package dev.wellfield.store;

import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.watch.Measure;
import dev.wellfield.core.watch.Signal;
import dev.wellfield.core.watch.Signal.EngineState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** What was seen: the latest of each thing, and the numbers of each minute of a day. */
public final class Signals {
    /** How long the numbers of a minute are kept. */
    public static final Duration MINUTES_KEPT = Duration.ofDays(1);

    /** An engine that ended by itself is missed for so long, unless another one of its model has started since. */
    private static final Duration MISSED = Duration.ofDays(1);

    private final Handle handle;

    Signals(Handle handle) {
        this.handle = handle;
    }

    /** A signal and when it was seen. */
    public record Seen(Signal signal, Instant at) {}

    /** What one number was in one minute. */
    public record Minute(Measure measure, Instant minute, int samples, long lowest, long highest, long total) {}

    /** Notes all that was seen at {@code now}; what wasn't is no more. */
    public void put(List<Signal> signals, Instant now) {
        putLatest(signals, now);
        handle.createUpdate("delete from signal where at < :now")
                .bind("now", now)
                .execute();
        addToMinute(signals, now.truncatedTo(ChronoUnit.MINUTES));
    }

    private void putLatest(List<Signal> signals, Instant now) {
        PreparedBatch batch = handle.prepareBatch("""
                insert into signal (name, tenant, body, at) values (:name, :tenant, cast(:body as jsonb), :now)
                on conflict (name) do update set tenant = excluded.tenant, body = excluded.body, at = excluded.at""");
        for (Signal signal : signals) {
            batch.bind("name", signal.name())
                    .bind("tenant", signal.owner().orElse(null))
                    .bind("body", Json.write(SignalJson.write(signal)))
                    .bind("now", now)
                    .add();
        }
        execute(batch);
    }

    private void addToMinute(List<Signal> signals, Instant minute) {
        PreparedBatch batch = handle.prepareBatch("""
                insert into signal_minute as m (name, measure, minute, samples, lowest, highest, total)
                values (:name, :measure, :minute, 1, :value, :value, :value)
                on conflict (name, measure, minute) do update set samples = m.samples + 1,
                       lowest = least(m.lowest, excluded.lowest), highest = greatest(m.highest, excluded.highest),
                       total = m.total + excluded.total""");
        for (Signal signal : signals) {
            signal.measures()
                    .forEach((measure, value) -> batch.bind("name", signal.name())
                            .bind("measure", measure.name())
                            .bind("minute", minute)
                            .bind("value", value)
                            .add());
        }
        execute(batch);
    }

    private static void execute(PreparedBatch batch) {
        if (batch.size() > 0) {
            batch.execute();
        }
    }

    /** The latest, by name; what belongs to no tenant is for those who see everything. */
    public List<Seen> latest(Visible visible, @Nullable String tenant) {
        Map<String, Object> bindings = new HashMap<>();
        String where = visible.all() ? "where true" : "where tenant = any(:visible)";
        if (!visible.all()) {
            bindings.put("visible", visible.tenants().toArray(String[]::new));
        }
        if (tenant != null) {
            where += " and tenant = :tenant";
            bindings.put("tenant", tenant);
        }
        return handle.createQuery("select body, at from signal " + where + " order by name")
                .bindMap(bindings)
                .map((rows, context) -> new Seen(SignalJson.read(Rows.json(rows, "body")), Rows.instant(rows, "at")))
                .list();
    }

    /** The minutes of a signal, oldest first. */
    public List<Minute> minutes(String name) {
        return handle.createQuery("select * from signal_minute where name = :name order by minute, measure")
                .bind("name", name)
                .map((rows, context) -> new Minute(
                        Measure.valueOf(rows.getString("measure")),
                        Rows.instant(rows, "minute"),
                        rows.getInt("samples"),
                        rows.getLong("lowest"),
                        rows.getLong("highest"),
                        rows.getLong("total")))
                .list();
    }

    /** Removes the minutes that are older than {@link #MINUTES_KEPT}. */
    public void forget(Instant now) {
        handle.createUpdate("delete from signal_minute where minute < :before")
                .bind("before", now.minus(MINUTES_KEPT))
                .execute();
    }

    /** The engines that should serve now: those that run, and those that ended without being asked to. */
    public List<EngineState> engines(Instant now) {
        return handle.createQuery("""
                        select t.name as tenant, w.name as workload, w.spec -> 'serves' ->> 'model' as model,
                               coalesce(e.simulated, w.spec -> 'serves' ->> 'engine' = 'SIMULATOR', false) as simulated,
                               w.started_at, w.ended_at, e.heartbeat_at
                        from workload w join tenant t on t.id = w.tenant_id and w.deleted_at is null
                        left join lateral (select e.simulated, e.heartbeat_at
                            from allocation a join endpoint e on e.id = a.id
                            where a.workload_id = w.id order by a.decided_at desc limit 1) e on true
                        where w.spec -> 'serves' is not null and w.cancel_requested_at is null
                          and (w.phase = 'RUNNING'
                            or (w.phase in ('SUCCEEDED', 'FAILED') and w.ended_at > :missed and not exists (
                                select 1 from workload n
                                where n.tenant_id = w.tenant_id and n.phase = 'RUNNING' and n.started_at > w.ended_at
                                  and n.spec -> 'serves' ->> 'model' = w.spec -> 'serves' ->> 'model')))
                        order by t.name, w.name""")
                .bind("missed", now.minus(MISSED))
                .map((rows, context) -> engine(rows, now))
                .list();
    }

    private static EngineState engine(ResultSet rows, Instant now) throws SQLException {
        String tenant = rows.getString("tenant");
        String workload = rows.getString("workload");
        String model = rows.getString("model");
        boolean simulated = rows.getBoolean("simulated");
        Instant endedAt = Rows.instantOrNull(rows, "ended_at");
        return endedAt == null
                ? EngineState.running(
                        tenant,
                        workload,
                        model,
                        simulated,
                        Rows.instant(rows, "started_at"),
                        Rows.instantOrNull(rows, "heartbeat_at"),
                        now)
                : EngineState.gone(tenant, workload, model, simulated, endedAt, now);
    }
}
