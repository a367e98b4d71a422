package dev.wellfield.store;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The gateways' usage records: only ever added. */
public final class UsageRecords {
    private final Handle handle;

    UsageRecords(Handle handle) {
        this.handle = handle;
    }

    /** Adds those that aren't there; returns how many were new. */
    public int insert(List<UsageRecord> records) {
        if (records.isEmpty()) {
            return 0;
        }
        Update update = handle.createUpdate(INSERT);
        Column.bind(update, COLUMNS, records);
        return update.execute();
    }

    private static final List<Column<UsageRecord>> COLUMNS = List.of(
            new Column<>("request_id", "uuid", UsageRecord::requestId),
            new Column<>("tenant", "text", UsageRecord::tenant),
            new Column<>("key_id", "uuid", UsageRecord::keyId),
            new Column<>("key_name", "text", UsageRecord::keyName),
            new Column<>("model", "text", UsageRecord::model),
            new Column<>("model_id", "uuid", UsageRecord::modelId),
            new Column<>("model_owner", "text", UsageRecord::modelOwner),
            new Column<>("endpoint_id", "uuid", UsageRecord::endpointId),
            new Column<>("simulated", "bool", UsageRecord::simulated),
            new Column<>("stream", "bool", UsageRecord::stream),
            new Column<>("started_at", "timestamptz", UsageRecord::startedAt),
            new Column<>("first_token_at", "timestamptz", UsageRecord::firstTokenAt),
            new Column<>("settled_at", "timestamptz", UsageRecord::settledAt),
            new Column<>("prompt_tokens", "int8", it -> it.tokens().prompt()),
            new Column<>("cached_tokens", "int8", it -> it.tokens().cached()),
            new Column<>("completion_tokens", "int8", it -> it.tokens().completion()),
            new Column<>("prompt_bound", "int8", UsageRecord::promptBound),
            new Column<>("max_tokens", "int8", UsageRecord::maxTokens),
            new Column<>("outcome", "text", UsageRecord::outcome),
            new Column<>("estimated", "bool", UsageRecord::estimated),
            new Column<>("status", "int4", UsageRecord::status),
            new Column<>("choices", "int4", UsageRecord::choices));

    private static final String INSERT =
            Column.insert("usage_record", COLUMNS) + "on conflict (started_at, request_id) do nothing";

    /**
     * Records that metering hasn't read yet, as far as nothing older can still appear, and the place to go on from.
     *
     * @param limit about so many; the records of one transaction stay together
     */
    public Unread unread(int limit) {
        String from = handle.createQuery("select tx::text from metering_cursor where name = 'usage_record' for update")
                .mapTo(String.class)
                .one();
        String until = handle.createQuery("""
                        select coalesce(max(tx)::text, :from) from (
                            select tx from usage_record
                            where tx > cast(:from as xid8) and tx < pg_snapshot_xmin(pg_current_snapshot())
                            order by tx limit :limit) batch""")
                .bind("from", from)
                .bind("limit", limit)
                .mapTo(String.class)
                .one();
        List<UsageRecord> records = handle.createQuery(
                        "select * from usage_record where tx > cast(:from as xid8) and tx <= cast(:until as xid8)")
                .bind("from", from)
                .bind("until", until)
                .map((rows, context) -> record(rows))
                .list();
        return new Unread(records, until);
    }

    /** Some records, and the transaction of the last. */
    public record Unread(List<UsageRecord> records, String until) {}

    /** Metering has read so far. */
    public void read(String until) {
        handle.createUpdate("update metering_cursor set tx = cast(:tx as xid8) where name = 'usage_record'")
                .bind("tx", until)
                .execute();
    }

    static UsageRecord record(ResultSet rows) throws SQLException {
        return new UsageRecord(
                Rows.uuid(rows, "request_id"),
                rows.getString("tenant"),
                Rows.uuid(rows, "key_id"),
                rows.getString("key_name"),
                rows.getString("model"),
                Rows.uuid(rows, "model_id"),
                rows.getString("model_owner"),
                Rows.uuid(rows, "endpoint_id"),
                rows.getBoolean("simulated"),
                rows.getBoolean("stream"),
                Rows.instant(rows, "started_at"),
                Rows.instantOrNull(rows, "first_token_at"),
                Rows.instant(rows, "settled_at"),
                new TokenCount(
                        rows.getLong("prompt_tokens"),
                        rows.getLong("cached_tokens"),
                        rows.getLong("completion_tokens")),
                rows.getLong("prompt_bound"),
                maxTokens(rows),
                Outcome.valueOf(rows.getString("outcome")),
                rows.getBoolean("estimated"),
                rows.getInt("status"),
                rows.getInt("choices"));
    }

    private static @Nullable Long maxTokens(ResultSet rows) throws SQLException {
        long value = rows.getLong("max_tokens");
        return rows.wasNull() ? null : value;
    }
}
