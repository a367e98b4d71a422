package dev.wellfield.store;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.TokenTotal;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PlanType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/**
 * Tokens summed up: full hours from the hours that the database keeps, what is left of an hour from its minutes, and what is
 * left of a minute from the facts themselves. So a sum over any window is exact and reads few rows.
 */
public final class TokenRollup {
    private final Handle handle;

    TokenRollup(Handle handle) {
        this.handle = handle;
    }

    /** What sums are kept apart by, besides the piece of time. */
    public enum Group {
        TENANT("tenant", "tenant, null as key, null as owner, null as model, null as plan"),
        MODEL("model_id", "null as tenant, null as key, max(model_owner) as owner, max(model) as model, null as plan"),
        KEY("tenant, key_id", "tenant, max(key_name) as key, null as owner, null as model, null as plan"),
        KEY_AND_MODEL(
                "tenant, key_id, model_id",
                "tenant, max(key_name) as key, max(model_owner) as owner, max(model) as model, null as plan"),
        MONEY("plan, model_owner, model", "null as tenant, null as key, model_owner as owner, model, plan");

        private final String by;
        private final String columns;

        Group(String by, String columns) {
            this.by = by;
            this.columns = columns;
        }
    }

    /**
     * One sum. What it isn't kept apart by is null.
     *
     * @param piece the place of its piece of time in the list that was asked for
     * @param failed requests that an engine or the gateway failed, or that took too long
     * @param aborted requests whose caller left
     * @param estimated requests whose tokens aren't the engine's final word
     * @param simulated whether an engine of any of them was
     */
    public record Sum(
            int piece,
            @Nullable String tenant,
            @Nullable String key,
            @Nullable String modelOwner,
            @Nullable String model,
            long requests,
            long failed,
            long aborted,
            long estimated,
            TokenCount tokens,
            boolean simulated) {}

    /**
     * Sums of each of {@code pieces}, in order of time and then of names.
     *
     * @param most no more than so many come back
     */
    public List<Sum> sums(Visible visible, @Nullable String tenant, List<TimeWindow> pieces, Group group, int most) {
        return query(
                visible,
                tenant,
                pieces,
                group,
                most,
                (rows, context) -> new Sum(
                        rows.getInt("piece"),
                        rows.getString("tenant"),
                        rows.getString("key"),
                        rows.getString("owner"),
                        rows.getString("model"),
                        rows.getLong("requests"),
                        rows.getLong("failed"),
                        rows.getLong("aborted"),
                        rows.getLong("estimated"),
                        count(rows),
                        rows.getBoolean("simulated")));
    }

    /** What a tenant is charged for. */
    public List<TokenTotal> totals(String tenant, TimeWindow window) {
        return query(
                Visible.EVERYTHING,
                tenant,
                List.of(window),
                Group.MONEY,
                Integer.MAX_VALUE,
                (rows, context) -> new TokenTotal(
                        PlanType.valueOf(rows.getString("plan")),
                        rows.getString("owner"),
                        rows.getString("model"),
                        rows.getLong("requests"),
                        count(rows),
                        rows.getLong("estimated"),
                        rows.getBoolean("simulated")));
    }

    private <T> List<T> query(
            Visible visible,
            @Nullable String tenant,
            List<TimeWindow> pieces,
            Group group,
            int most,
            RowMapper<T> mapper) {
        Parts parts = Parts.of(pieces);
        String only = UsageFacts.tenants(visible, tenant);
        return handle.createQuery("select piece, " + group.columns + """
                        , sum(requests) as requests, sum(failed) as failed, sum(aborted) as aborted,
                          sum(estimated) as estimated, sum(prompt_tokens) as prompt, sum(cached_tokens) as cached,
                          sum(completion_tokens) as completion, bool_or(simulated) as simulated
                        from (""" + from("token_hour", "hour", "hours", only)
                        + " union all "
                        + from("token_minute", "minute", "minutes", only) + " union all " + facts(only) + ") used"
                        + " group by piece, " + group.by
                        + " order by piece, tenant, key, owner, model, plan limit :most")
                .bind("most", most)
                .bindMap(UsageFacts.bindings(visible, tenant))
                .bindMap(parts.bindings())
                .map(mapper)
                .list();
    }

    /** Each part by itself, so that it is looked up in the index whatever the planner thinks of the table. */
    private static String from(String table, String time, String parts, String only) {
        return "select piece, used.* from " + parts(parts)
                + " cross join lateral (select tenant, key_id, key_name, model_id,"
                + " model, model_owner, plan, simulated, requests, failed, aborted, estimated, prompt_tokens, cached_tokens,"
                + " completion_tokens from " + table + " where " + time + " >= begins and " + time + " < ends" + only
                + " offset 0) used";
    }

    private static String facts(String only) {
        return "select piece, used.* from " + parts("facts") + """
                 cross join lateral (select tenant, key_id, key_name, model_id, model, model_owner, plan, simulated, 1,
                       case when outcome in ('UPSTREAM_FAILED', 'DEADLINE', 'GATEWAY_CRASH') then 1 else 0 end,
                       case when outcome = 'CLIENT_ABORTED' then 1 else 0 end, case when estimated then 1 else 0 end,
                       prompt_tokens, cached_tokens, completion_tokens
                from token_fact where settled_at >= begins and settled_at < ends""" + only + " offset 0) used";
    }

    private static String parts(String name) {
        return "unnest(cast(:" + name + "_piece as int[]), cast(:" + name + "_from as timestamptz[]), cast(:" + name
                + "_to as timestamptz[])) as part (piece, begins, ends)";
    }

    private static TokenCount count(ResultSet rows) throws SQLException {
        return new TokenCount(rows.getLong("prompt"), rows.getLong("cached"), rows.getLong("completion"));
    }

    /** Pieces of time taken apart into what each table answers. */
    private record Parts(Part hours, Part minutes, Part facts) {
        static Parts of(List<TimeWindow> pieces) {
            Parts parts = new Parts(Part.none(), Part.none(), Part.none());
            for (int i = 0; i < pieces.size(); i++) {
                TimeWindow.Layers layers = pieces.get(i).layers();
                parts.hours.add(i, layers.hours());
                parts.minutes.add(i, layers.minutes());
                parts.facts.add(i, layers.rest());
            }
            return parts;
        }

        Map<String, Object> bindings() {
            Map<String, Object> bindings = new HashMap<>();
            hours.bind("hours", bindings);
            minutes.bind("minutes", bindings);
            facts.bind("facts", bindings);
            return bindings;
        }
    }

    private record Part(List<Integer> numbers, List<TimeWindow> windows) {
        static Part none() {
            return new Part(new ArrayList<>(), new ArrayList<>());
        }

        void add(int piece, List<TimeWindow> some) {
            for (TimeWindow window : some) {
                numbers.add(piece);
                windows.add(window);
            }
        }

        void bind(String name, Map<String, Object> bindings) {
            bindings.put(name + "_piece", Column.array("int4", numbers.toArray()));
            bindings.put(
                    name + "_from",
                    Column.array(
                            "timestamptz",
                            windows.stream().map(TimeWindow::from).toArray()));
            bindings.put(
                    name + "_to",
                    Column.array(
                            "timestamptz", windows.stream().map(TimeWindow::to).toArray()));
        }
    }
}
