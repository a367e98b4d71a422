package dev.wellfield.store.backup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * What ran when a backup was taken: nobody knows what became of it, so it counts as lost at that instant, and nothing is
 * charged for it beyond.
 */
final class Lost {
    private static final String[] STATEMENTS = {"""
        update endpoint set removed_at = greatest(?, created_at) where removed_at is null
        """, """
        insert into event (at, actor, tenant, aggregate, version, type, after)
        select greatest(?, w.started_at), 'restore', t.name, 'workload/' || w.name, w.version + 1, 'workload.failed',
               jsonb_build_object('id', w.id, 'phase', 'FAILED', 'reason', 'LOST')
        from workload w join tenant t on t.id = w.tenant_id where w.phase in ('STARTING', 'RUNNING', 'STOPPING')
        """, """
        update workload set phase = 'FAILED', reason = 'LOST', version = version + 1,
               ended_at = greatest(at, started_at, submitted_at),
               exit = jsonb_build_object('at', to_char(greatest(at, started_at, submitted_at) at time zone 'UTC',
                      'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'outOfMemory', false, 'inferred', true)
        from (select cast(? as timestamptz) as at) taken where phase in ('STARTING', 'RUNNING', 'STOPPING')
        """, """
        update allocation set ended_at = greatest(?, started_at, metered_to), end_inferred = true where ended_at is null
        """};

    private Lost() {}

    static void end(Connection connection, Instant at) throws SQLException {
        for (String sql : STATEMENTS) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setObject(1, OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
                statement.execute();
            }
        }
    }
}
