package dev.wellfield.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.JsonNode;

/** Answers to requests with an Idempotency-Key, by principal, for a day. */
public final class IdempotentAnswers {
    private static final Duration LIFE = Duration.ofHours(24);

    private final Handle handle;

    IdempotentAnswers(Handle handle) {
        this.handle = handle;
    }

    /** An answer that was given. */
    public record Answer(String bodyHash, int status, JsonNode response) {}

    /** Waits for a request with the same key that is being worked on, then gives its answer if there is one. */
    public Optional<Answer> find(String principal, String key, Instant now) {
        handle.createQuery("select pg_advisory_xact_lock(hashtextextended(:key, 0))")
                .bind("key", principal + " " + key)
                .mapTo(String.class)
                .one();
        return handle.createQuery("""
                        select body_hash, status, response from idempotency
                        where principal = :principal and key = :key and created_at > :oldest""")
                .bind("principal", principal)
                .bind("key", key)
                .bind("oldest", now.minus(LIFE))
                .map((rows, context) ->
                        new Answer(rows.getString("body_hash"), rows.getInt("status"), Rows.json(rows, "response")))
                .findOne();
    }

    public void insert(String principal, String key, Answer answer, Instant now) {
        handle.createUpdate("delete from idempotency where created_at <= :oldest")
                .bind("oldest", now.minus(LIFE))
                .execute();
        handle.createUpdate("""
                        insert into idempotency (principal, key, body_hash, status, response, created_at)
                        values (:principal, :key, :hash, :status, cast(:response as jsonb), :now)""")
                .bind("principal", principal)
                .bind("key", key)
                .bind("hash", answer.bodyHash())
                .bind("status", answer.status())
                .bind("response", Json.write(answer.response()))
                .bind("now", now)
                .execute();
    }
}
