package dev.wellfield.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A change that has happened.
 *
 * @param actor the principal, or {@code system}
 * @param tenant whose change it is; null where it is the platform's
 * @param aggregate what was changed, as {@code kind/name}
 * @param type e.g. {@code workload.submitted}
 * @param before the state before, where it is worth keeping
 * @param after the state after
 */
public record Event(
        Cursor cursor,
        Instant at,
        String actor,
        @Nullable String tenant,
        String aggregate,
        @Nullable Integer version,
        String type,
        @Nullable JsonNode before,
        @Nullable JsonNode after) {

    /** The name part of the aggregate. */
    public String aggregateName() {
        return aggregate.substring(aggregate.indexOf('/') + 1);
    }

    /** An event that has yet to be stored, and so has no place in the order. */
    public static Event of(
            Instant at,
            String actor,
            @Nullable String tenant,
            String aggregate,
            String type,
            @Nullable JsonNode after) {
        return new Event(Cursor.START, at, actor, tenant, aggregate, null, type, null, after);
    }

    public Event withVersion(int version) {
        return new Event(cursor, at, actor, tenant, aggregate, version, type, before, after);
    }

    public Event withBefore(@Nullable JsonNode state) {
        return new Event(cursor, at, actor, tenant, aggregate, version, type, state, after);
    }
}
