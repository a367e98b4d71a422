package dev.wellfield.store;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.metering.UsageFact;
import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.PlanType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Facts of metering: only ever added; adding one again changes nothing. */
public final class UsageFacts {
    private final Handle handle;

    UsageFacts(Handle handle) {
        this.handle = handle;
    }

    public void insertCardTime(List<UsageFact.CardTime> facts) {
        if (facts.isEmpty()) {
            return;
        }
        PreparedBatch batch = handle.prepareBatch("""
                insert into card_fact (allocation_id, card, from_at, to_at, tenant, workload, pool, card_model, node,
                       cards_milli, plan, simulated, inferred)
                values (:allocation, :card, :from, :to, :tenant, :workload, :pool, :model, :node, :milli, :plan,
                        :simulated, :inferred)
                on conflict do nothing""");
        for (UsageFact.CardTime fact : facts) {
            batch.bind("allocation", fact.allocationId())
                    .bind("card", fact.card())
                    .bind("from", fact.window().from())
                    .bind("to", fact.window().to())
                    .bind("tenant", fact.tenant())
                    .bind("workload", fact.workload())
                    .bind("pool", fact.pool())
                    .bind("model", fact.cardModel())
                    .bind("node", fact.node())
                    .bind("milli", fact.cardsMilli())
                    .bind("plan", fact.plan().name())
                    .bind("simulated", fact.simulated())
                    .bind("inferred", fact.inferred())
                    .add();
        }
        batch.execute();
    }

    /** The database adds those that are new to the roll-ups of minutes and hours, in the same transaction. */
    public void insertTokens(List<UsageFact.Tokens> facts) {
        if (facts.isEmpty()) {
            return;
        }
        Update update = handle.createUpdate(INSERT_TOKENS);
        Column.bind(update, TOKEN_COLUMNS, facts);
        update.execute();
    }

    private static final List<Column<UsageFact.Tokens>> TOKEN_COLUMNS = List.of(
            new Column<>("request_id", "uuid", UsageFact.Tokens::requestId),
            new Column<>("tenant", "text", UsageFact.Tokens::tenant),
            new Column<>("key_id", "uuid", UsageFact.Tokens::keyId),
            new Column<>("key_name", "text", UsageFact.Tokens::keyName),
            new Column<>("model", "text", UsageFact.Tokens::model),
            new Column<>("model_id", "uuid", UsageFact.Tokens::modelId),
            new Column<>("model_owner", "text", UsageFact.Tokens::modelOwner),
            new Column<>("endpoint_id", "uuid", UsageFact.Tokens::endpointId),
            new Column<>("plan", "text", UsageFact.Tokens::plan),
            new Column<>("started_at", "timestamptz", it -> it.window().from()),
            new Column<>("settled_at", "timestamptz", it -> it.window().to()),
            new Column<>("prompt_tokens", "int8", it -> it.count().prompt()),
            new Column<>("cached_tokens", "int8", it -> it.count().cached()),
            new Column<>("completion_tokens", "int8", it -> it.count().completion()),
            new Column<>("outcome", "text", UsageFact.Tokens::outcome),
            new Column<>("estimated", "bool", UsageFact.Tokens::estimated),
            new Column<>("simulated", "bool", UsageFact.Tokens::simulated));

    private static final String INSERT_TOKENS =
            Column.insert("token_fact", TOKEN_COLUMNS) + "on conflict (settled_at, request_id) do nothing";

    /** Card time that touches {@code window}. */
    public List<UsageFact.CardTime> cardTime(Visible visible, @Nullable String tenant, TimeWindow window) {
        return handle.createQuery("select * from card_fact where from_at < :to and to_at > :from"
                        + tenants(visible, tenant) + " order by from_at, allocation_id, card")
                .bind("from", window.from())
                .bind("to", window.to())
                .bindMap(bindings(visible, tenant))
                .map((rows, context) -> cardTime(rows))
                .list();
    }

    /** Tokens of requests settled in {@code window}. */
    public List<UsageFact.Tokens> tokens(Visible visible, @Nullable String tenant, TimeWindow window) {
        return handle.createQuery("select * from token_fact where settled_at >= :from and settled_at < :to"
                        + tenants(visible, tenant) + " order by settled_at, request_id")
                .bind("from", window.from())
                .bind("to", window.to())
                .bindMap(bindings(visible, tenant))
                .map((rows, context) -> tokens(rows))
                .list();
    }

    /**
     * The facts of one endpoint as the records that they were made from: what is charged, beside the bounds that only the
     * records know. All that were open or settled at any time in {@code window}.
     */
    public List<UsageRecord> asRecords(UUID endpointId, TimeWindow window) {
        return handle.createQuery("""
                        select f.request_id, f.tenant, f.key_id, f.key_name, f.model, f.model_id, f.model_owner,
                               f.endpoint_id, f.simulated, coalesce(r.stream, false) as stream, f.started_at,
                               r.first_token_at, f.settled_at, f.prompt_tokens, f.cached_tokens, f.completion_tokens,
                               coalesce(r.prompt_bound, 0) as prompt_bound, r.max_tokens, f.outcome, f.estimated,
                               coalesce(r.status, 200) as status, coalesce(r.choices, 1) as choices
                        from token_fact f
                        left join usage_record r on r.started_at = f.started_at and r.request_id = f.request_id
                        where f.endpoint_id = :endpoint and f.started_at < :to and f.settled_at >= :from
                        order by f.settled_at""")
                .bind("endpoint", endpointId)
                .bind("from", window.from())
                .bind("to", window.to())
                .map((rows, context) -> UsageRecords.record(rows))
                .list();
    }

    static String tenants(Visible visible, @Nullable String tenant) {
        return (visible.all() ? "" : " and tenant = any(:visible)") + (tenant == null ? "" : " and tenant = :tenant");
    }

    static Map<String, Object> bindings(Visible visible, @Nullable String tenant) {
        Map<String, Object> bindings = new HashMap<>();
        if (!visible.all()) {
            bindings.put("visible", visible.tenants().toArray(String[]::new));
        }
        if (tenant != null) {
            bindings.put("tenant", tenant);
        }
        return bindings;
    }

    private static UsageFact.CardTime cardTime(ResultSet rows) throws SQLException {
        return new UsageFact.CardTime(
                Rows.uuid(rows, "allocation_id"),
                rows.getString("tenant"),
                rows.getString("workload"),
                rows.getString("pool"),
                rows.getString("card_model"),
                rows.getString("node"),
                rows.getInt("card"),
                rows.getInt("cards_milli"),
                PlanType.valueOf(rows.getString("plan")),
                new TimeWindow(Rows.instant(rows, "from_at"), Rows.instant(rows, "to_at")),
                rows.getBoolean("simulated"),
                rows.getBoolean("inferred"));
    }

    private static UsageFact.Tokens tokens(ResultSet rows) throws SQLException {
        return new UsageFact.Tokens(
                Rows.uuid(rows, "request_id"),
                rows.getString("tenant"),
                Rows.uuid(rows, "key_id"),
                rows.getString("key_name"),
                rows.getString("model"),
                Rows.uuid(rows, "model_id"),
                rows.getString("model_owner"),
                Rows.uuid(rows, "endpoint_id"),
                PlanType.valueOf(rows.getString("plan")),
                new TimeWindow(Rows.instant(rows, "started_at"), Rows.instant(rows, "settled_at")),
                new TokenCount(
                        rows.getLong("prompt_tokens"),
                        rows.getLong("cached_tokens"),
                        rows.getLong("completion_tokens")),
                Outcome.valueOf(rows.getString("outcome")),
                rows.getBoolean("estimated"),
                rows.getBoolean("simulated"));
    }
}
