package dev.wellfield.store;

import dev.wellfield.store.embedded.DatabaseAccess;
import dev.wellfield.store.embedded.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A database with our schema and nothing in it, for one test: a copy of one that is migrated once for each JVM, emptied and
 * used again when the test has closed it. Repositories work in it under the roles of the product. One thread owns it, its
 * databases are for many.
 */
public final class TestDatabase implements AutoCloseable {
    private static final int CONNECTIONS = 4;
    private static final Queue<DatabaseLogin> IDLE = new ConcurrentLinkedQueue<>();

    /** As the migrations leave it, whatever the schema has become by then. */
    private static final String EMPTY = """
            set session_replication_role = replica;
            do $$ declare name text; begin
                for name in select relname from pg_class where relnamespace = 'public'::regnamespace
                        and relkind in ('r', 'p') and not relispartition and relname <> 'flyway_schema_history' loop
                    execute format('delete from %I', name);
                end loop;
            end $$;
            insert into leader (epoch, holder, expires_at) values (0, 'nobody', '-infinity');
            insert into gateway_revision (revision) values (1);
            insert into metering_cursor values ('usage_record', '0')""";

    private final DatabaseLogin owner;
    private final boolean usedAgain;
    private @Nullable Database app;
    private @Nullable Database gateway;

    private TestDatabase(DatabaseLogin owner, boolean usedAgain) {
        this.owner = owner;
        this.usedAgain = usedAgain;
    }

    /** With partitions around March 2026. The test must leave the schema as it is. */
    public static TestDatabase fresh() {
        DatabaseLogin idle = IDLE.poll();
        return new TestDatabase(idle == null ? copy() : idle, true);
    }

    /** One whose schema the test may change. */
    public static TestDatabase forOneTest() {
        return new TestDatabase(copy(), false);
    }

    private static DatabaseLogin copy() {
        return login(TestPostgres.copyOf(Template.MIGRATED));
    }

    private static DatabaseLogin login(DatabaseAccess access) {
        return new DatabaseLogin(access.jdbcUrl(), access.user(), access.password());
    }

    /** Made when the first test needs it. */
    private static final class Template {
        static final DatabaseAccess MIGRATED = migrated();

        private static DatabaseAccess migrated() {
            DatabaseAccess access = TestPostgres.freshDatabase();
            Schema.migrate(login(access));
            Schema.makePartitions(login(access), LocalDate.of(2026, 3, 1));
            return access;
        }
    }

    public DatabaseLogin owner() {
        return owner;
    }

    /** As the control plane. */
    public Database app() {
        if (app == null) {
            app = Database.open("app", owner, Schema.APP, CONNECTIONS);
        }
        return app;
    }

    /** As a gateway. */
    public Database gateway() {
        if (gateway == null) {
            gateway = Database.open("gateway", owner, Schema.GATEWAY, CONNECTIONS);
        }
        return gateway;
    }

    /** Runs a statement as the owner. */
    public void execute(String sql) {
        as("none", sql);
    }

    /** Runs a statement as {@code role}. */
    void as(String role, String sql) {
        run(owner, "set role " + role, sql);
    }

    private static void run(DatabaseLogin login, String... statements) {
        try (Connection connection = connect(login);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** The first column of the first row, as text, as the owner; null if there is none. */
    public @Nullable String ask(String sql) {
        try (Connection connection = connect(owner);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static Connection connect(DatabaseLogin login) throws SQLException {
        return DriverManager.getConnection(login.url(), login.user(), login.password());
    }

    @Override
    public void close() {
        if (app != null) {
            app.close();
        }
        if (gateway != null) {
            gateway.close();
        }
        if (usedAgain) {
            run(owner, EMPTY);
            IDLE.add(owner);
        }
    }
}
