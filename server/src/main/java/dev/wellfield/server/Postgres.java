package dev.wellfield.server;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.store.Database;
import dev.wellfield.store.DatabaseLogin;
import dev.wellfield.store.Schema;
import dev.wellfield.store.embedded.DataDirectoryLock;
import dev.wellfield.store.embedded.DatabaseAccess;
import dev.wellfield.store.embedded.EmbeddedPostgres;
import dev.wellfield.store.embedded.PostgresEvent;
import dev.wellfield.store.embedded.PostgresSettings;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database, ours or another's, at the schema of this version, with a pool for each role. */
final class Postgres implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Postgres.class);
    private static final int APP_CONNECTIONS = 16;
    private static final int GATEWAY_CONNECTIONS = 3;

    private final @Nullable EmbeddedPostgres embedded;
    private final DatabaseLogin owner;
    private final Database app;
    private final Database gateway;

    private Postgres(@Nullable EmbeddedPostgres embedded, DatabaseLogin owner, Database app, Database gateway) {
        this.embedded = embedded;
        this.owner = owner;
        this.app = app;
        this.gateway = gateway;
    }

    /** Ours: nobody else uses it, so the roles get new passwords that nobody needs to remember. */
    static Postgres embedded(DataDirectoryLock lock, InstantSource clock, RandomGenerator random) {
        EmbeddedPostgres server = EmbeddedPostgres.start(lock, PostgresSettings.defaults(), Postgres::log);
        try {
            DatabaseAccess access = server.owner();
            DatabaseLogin owner = new DatabaseLogin(access.jdbcUrl(), access.user(), access.password());
            prepare(owner, clock);
            DatabaseLogin app = Schema.newLogin(owner, Schema.APP, password(random));
            DatabaseLogin gateway = Schema.newLogin(owner, Schema.GATEWAY, password(random));
            return open(server, owner, app, gateway);
        } catch (RuntimeException e) {
            server.stop();
            throw e;
        }
    }

    /** Another's: everybody signs in as the owner and works as the role. */
    static Postgres external(DatabaseLogin owner, InstantSource clock) {
        prepare(owner, clock);
        return open(null, owner, owner, owner);
    }

    private static void prepare(DatabaseLogin owner, InstantSource clock) {
        Schema.migrate(owner);
        Schema.makePartitions(owner, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
    }

    private static Postgres open(
            @Nullable EmbeddedPostgres server, DatabaseLogin owner, DatabaseLogin app, DatabaseLogin gateway) {
        return new Postgres(
                server,
                owner,
                Database.open("wellfield", app, Schema.APP, APP_CONNECTIONS),
                Database.open("wellfield-gateway", gateway, Schema.GATEWAY, GATEWAY_CONNECTIONS));
    }

    private static String password(RandomGenerator random) {
        return Secret.generate("", random).text();
    }

    private static void log(PostgresEvent event) {
        switch (event) {
            case PostgresEvent.Lost lost -> LOG.warn("the database (pid {}) is gone; it is started again", lost.pid());
            case PostgresEvent.Restored restored ->
                LOG.info("the database is back after {} ms", restored.outage().toMillis());
            case PostgresEvent.RestoreFailed failed ->
                LOG.warn("the database can't be started (try {}): {}", failed.attempt(), failed.reason());
        }
    }

    boolean isEmbedded() {
        return embedded != null;
    }

    /** For housekeeping alone. */
    DatabaseLogin owner() {
        return owner;
    }

    Database app() {
        return app;
    }

    Database gateway() {
        return gateway;
    }

    @Override
    public void close() {
        app.close();
        gateway.close();
        if (embedded != null) {
            embedded.stop();
        }
    }
}
