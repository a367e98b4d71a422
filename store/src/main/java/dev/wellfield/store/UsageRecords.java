package dev.wellfield.store;

import dev.wellfield.core.serving.Outcome;
import dev.wellfield.core.serving.TokenCount;
import dev.wellfield.core.serving.UsageRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
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
        PreparedBatch batch = handle.prepareBatch("""
                insert into usage_record (request_id, tenant, key_id, key_name, model, model_id, model_owner, endpoint_id,
                       simulated, stream, started_at, first_token_at, settled_at, prompt_tokens, cached_tokens,
                       completion_tokens, prompt_bound, max_tokens, outcome, estimated, status,
                       choices)
                values (:request, :tenant, :key, :keyName, :model, :modelId, :owner, :endpoint, :simulated, :stream,
                        :started, :first, :settled, :prompt, :cached, :completion, :bound, :max, :outcome, :estimated,
                        :status, :choices)
                on conflict (started_at, request_id) do nothing""");
        for (UsageRecord record : records) {
            batch.bind("request", record.requestId())
                    .bind("tenant", record.tenant())
                    .bind("key", record.keyId())
                    .bind("keyName", record.keyName())
                    .bind("model", record.model())
                    .bind("modelId", record.modelId())
                    .bind("owner", record.modelOwner())
                    .bind("endpoint", record.endpointId())
                    .bind("simulated", record.simulated())
                    .bind("stream", record.stream())
                    .bind("started", record.startedAt())
                    .bind("first", record.firstTokenAt())
                    .bind("settled", record.settledAt())
                    .bind("prompt", record.tokens().prompt())
                    .bind("cached", record.tokens().cached())
                    .bind("completion", record.tokens().completion())
                    .bind("bound", record.promptBound())
                    .bind("max", record.maxTokens())
                    .bind("outcome", record.outcome().name())
                    .bind("estimated", record.estimated())
                    .bind("status", record.status())
                    .bind("choices", record.choices())
                    .add();
        }
        return Arrays.stream(batch.execute()).map(count -> Math.max(count, 0)).sum();
    }

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
