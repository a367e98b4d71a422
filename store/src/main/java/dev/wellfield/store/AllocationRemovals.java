package dev.wellfield.store;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What is left on machines of allocations that have ended: orders to remove it, and what is kept when it goes. */
public final class AllocationRemovals {
    private static final int MOST_ORDERED = 500;

    private final Handle handle;

    AllocationRemovals(Handle handle) {
        this.handle = handle;
    }

    /** Has removed, from their machines, what is left of allocations that ended before {@code limit}; some of them. */
    public void orderEndedBefore(Instant limit, Instant now) {
        handle.createUpdate("""
                        update allocation set removal_requested_at = :now where id in (
                            select id from allocation where removal_requested_at is null and ended_at < :limit
                            order by ended_at limit :most)""")
                .bind("most", MOST_ORDERED)
                .bind("limit", limit)
                .bind("now", now)
                .execute();
    }

    /** What is to be removed from its machine and isn't yet, the oldest order first. */
    public List<UUID> due(int limit) {
        return handle.createQuery("""
                        select id from allocation where removed_at is null and removal_requested_at is not null
                        order by removal_requested_at, id limit :limit""").bind("limit", limit).mapTo(UUID.class).list();
    }

    /** Keeps what the process's own record says, before that goes; the first word counts. */
    public void keepRecord(UUID id, Allocations.Ran ran) {
        handle.createUpdate("""
                        update allocation set record_started_at = :from, record_ended_at = :to
                        where id = :id and record_started_at is null""")
                .bind("id", id)
                .bind("from", ran.from())
                .bind("to", ran.to())
                .execute();
    }

    /** Nothing of it is left there. */
    public void done(UUID id, Instant at) {
        handle.createUpdate("update allocation set removed_at = :at where id = :id and removed_at is null")
                .bind("id", id)
                .bind("at", at)
                .execute();
    }
}
