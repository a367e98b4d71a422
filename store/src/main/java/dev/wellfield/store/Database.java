package dev.wellfield.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLState;

/** A pool of connections under one role. Safe for many threads; every call blocks on the database. */
public final class Database implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    /** PostgreSQL's code for it. */
    private static final String DISK_FULL = "53100";

    private final HikariDataSource pool;
    private final Jdbi jdbi;

    private Database(HikariDataSource pool) {
        this.pool = pool;
        this.jdbi = Jdbi.create(pool);
    }

    /**
     * Opens a pool; connections are made when they are needed.
     *
     * @param role that every connection works as; the login's own or one that it belongs to
     * @param connections at most
     */
    public static Database open(String name, DatabaseLogin login, String role, int connections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(login.url());
        config.setUsername(login.user());
        config.setPassword(login.password());
        if (!role.equals(login.user())) {
            config.setConnectionInitSql("set role " + role);
        }
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
        config.setInitializationFailTimeout(-1);
        config.setMaxLifetime(Duration.ofMinutes(30).toMillis());
        config.addDataSourceProperty("ApplicationName", name);
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        config.addDataSourceProperty("socketTimeout", String.valueOf(STATEMENT_TIMEOUT.toSeconds() + 5));
        config.addDataSourceProperty("options", "-c statement_timeout=" + STATEMENT_TIMEOUT.toMillis());
        return new Database(new HikariDataSource(config));
    }

    /**
     * Does everything in {@code work}, or nothing.
     *
     * @throws StoreUnavailable if the database can't be reached
     */
    public <T extends @Nullable Object> T transaction(Function<Transaction, T> work) {
        return run(TransactionIsolationLevel.READ_COMMITTED, work);
    }

    /** Reads at one instant, however many statements it takes. */
    public <T extends @Nullable Object> T snapshot(Function<Transaction, T> work) {
        return run(TransactionIsolationLevel.REPEATABLE_READ, work);
    }

    private <T extends @Nullable Object> T run(TransactionIsolationLevel level, Function<Transaction, T> work) {
        try (Handle handle = jdbi.open()) {
            return handle.inTransaction(level, it -> work.apply(new Transaction(it)));
        } catch (JdbiException e) {
            if (has(e, DISK_FULL)) {
                throw new StoreUnavailable("the database's disk is full", e);
            }
            throw unavailable(e) ? new StoreUnavailable("the database can't be reached", e) : e;
        }
    }

    private static boolean has(Throwable thrown, String state) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && state.equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    private static boolean unavailable(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && goneState(sql.getSQLState())) {
                return true;
            }
            if (cause instanceof SQLTransientConnectionException) {
                return true;
            }
        }
        return false;
    }

    /** Connection exceptions, and a server that is stopping or starting. */
    private static boolean goneState(@Nullable String state) {
        return PSQLState.isConnectionError(state)
                || (state != null && (state.startsWith("08") || state.startsWith("57P")));
    }

    @Override
    public void close() {
        pool.close();
    }
}
