package dev.wellfield.store;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Webhooks, and what has to be sent to them: an outbox. What they are told to be is in {@link DeclaredResources}. */
public final class Webhooks {
    /** How long a delivery is kept: done, given up, or waiting for a webhook that is switched off. */
    public static final Duration KEPT = Duration.ofDays(7);

    private final Handle handle;

    Webhooks(Handle handle) {
        this.handle = handle;
    }

    /** Adds a webhook; the secret is kept as it is because it signs. */
    public void insert(UUID id, String name, String secret, JsonNode spec, Instant now) {
        handle.createUpdate("""
                        insert into webhook (id, name, spec, secret, version, created_at)
                        values (:id, :name, cast(:spec as jsonb), :secret, 1, :now)""")
                .bind("id", id)
                .bind("name", name)
                .bind("spec", Json.write(spec))
                .bind("secret", secret)
                .bind("now", now)
                .execute();
    }

    /** Forgets what was and is to be sent to one, which is about to go. */
    public void dropDeliveries(UUID webhookId) {
        handle.execute("delete from webhook_delivery where webhook_id = ?", webhookId);
    }

    /** The webhooks that want events of that sort now, e.g. {@code alerts}. */
    public List<UUID> wanting(String sort) {
        return handle.createQuery("""
                        select id from webhook
                        where coalesce(cast(spec ->> 'active' as boolean), true) and jsonb_exists(spec -> 'events', :sort)
                        order by name""").bind("sort", sort).mapTo(UUID.class).list();
    }

    /** Has something sent. */
    public void add(UUID id, UUID webhookId, String type, String body, Instant now) {
        handle.createUpdate("""
                        insert into webhook_delivery (id, webhook_id, type, body, created_at, next_at)
                        values (:id, :webhook, :type, :body, :now, :now)""")
                .bind("id", id)
                .bind("webhook", webhookId)
                .bind("type", type)
                .bind("body", body)
                .bind("now", now)
                .execute();
    }

    /**
     * Something to be sent now.
     *
     * @param attempts that have failed
     */
    public record Due(UUID id, String webhook, URI url, String secret, String body, int attempts) {
        /** Secrets are never printed. */
        @Override
        public String toString() {
            return "delivery " + id + " to webhook " + webhook;
        }
    }

    /** What is due to webhooks that are active, the longest due first. */
    public List<Due> due(Instant now, int limit) {
        return handle.createQuery("""
                        select d.id, w.name, w.spec ->> 'url' as url, w.secret, d.body, d.attempts
                        from webhook_delivery d join webhook w on w.id = d.webhook_id
                        where d.done_at is null and d.next_at <= :now
                          and coalesce(cast(w.spec ->> 'active' as boolean), true)
                        order by d.next_at, d.id limit :limit""")
                .bind("now", now)
                .bind("limit", limit)
                .map((rows, context) -> new Due(
                        Rows.uuid(rows, "id"),
                        rows.getString("name"),
                        URI.create(rows.getString("url")),
                        rows.getString("secret"),
                        rows.getString("body"),
                        rows.getInt("attempts")))
                .list();
    }

    /** It has arrived. */
    public void delivered(UUID id, Instant now) {
        handle.createUpdate("""
                        update webhook_delivery set attempts = attempts + 1, done_at = :now, delivered = true, failure = null
                        where id = :id and done_at is null""").bind("id", id).bind("now", now).execute();
    }

    /**
     * It hasn't arrived.
     *
     * @param next when it is tried again; null means never
     */
    public void failed(UUID id, String failure, Instant now, @Nullable Instant next) {
        handle.createUpdate("""
                        update webhook_delivery set attempts = attempts + 1, failure = :failure,
                               next_at = coalesce(cast(:next as timestamptz), next_at),
                               done_at = case when cast(:next as timestamptz) is null then cast(:now as timestamptz) end
                        where id = :id and done_at is null""")
                .bind("id", id)
                .bind("failure", failure)
                .bind("now", now)
                .bind("next", next)
                .execute();
    }

    /**
     * How a webhook's deliveries of the last days went.
     *
     * @param failure of the last attempt that failed; null if none did, or if it arrived in the end
     */
    public record Status(
            String webhook,
            long pending,
            long delivered,
            long failed,
            @Nullable Instant deliveredAt,
            @Nullable String failure) {
        static Status of(ResultSet rows) throws SQLException {
            return new Status(
                    rows.getString("name"),
                    rows.getLong("pending"),
                    rows.getLong("delivered"),
                    rows.getLong("failed"),
                    Rows.instantOrNull(rows, "delivered_at"),
                    rows.getString("failure"));
        }
    }

    /** Of every webhook, by name. */
    public List<Status> statuses() {
        return handle.createQuery("""
                        select w.name, count(d.id) filter (where d.done_at is null) as pending,
                               count(*) filter (where d.delivered) as delivered,
                               count(*) filter (where d.done_at is not null and not d.delivered) as failed,
                               max(d.done_at) filter (where d.delivered) as delivered_at,
                               (array_agg(d.failure order by d.id desc) filter (where d.failure is not null))[1] as failure
                        from webhook w left join webhook_delivery d on d.webhook_id = w.id
                        group by w.name order by w.name""").map((rows, context) -> Status.of(rows)).list();
    }

    /** Removes the deliveries that are older than {@link #KEPT}. */
    public void forget(Instant now) {
        handle.createUpdate("delete from webhook_delivery where created_at < :before")
                .bind("before", now.minus(KEPT))
                .execute();
    }
}
