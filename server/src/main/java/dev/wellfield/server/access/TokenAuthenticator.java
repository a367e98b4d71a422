package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.server.rest.Authenticator;
import dev.wellfield.server.rest.Caller;
import dev.wellfield.server.rest.SessionCaller;
import dev.wellfield.store.Database;
import java.time.InstantSource;
import java.util.Optional;

/** Finds the bearer of a token or a session in the database, so that revoking works at once. */
public final class TokenAuthenticator implements Authenticator {
    private final Database database;
    private final InstantSource clock;

    public TokenAuthenticator(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public Optional<Caller> byToken(String token) {
        String hash = Secret.hash(token);
        return database.transaction(tx -> tx.tokens().bearer(hash, clock.instant()))
                .map(bearer -> new Caller(bearer.grants(), bearer.tokenId(), null));
    }

    @Override
    public Optional<SessionCaller> bySession(String cookie) {
        String hash = Secret.hash(cookie);
        return database.transaction(tx -> tx.consoleSessions().find(hash, clock.instant()))
                .map(session -> new SessionCaller(new Caller(session.bearer().grants(), null, hash), csrfToken(hash)));
    }

    /** Follows from the session's hash: nobody can compute it who hasn't the cookie, and it needs no place of its own. */
    static String csrfToken(String sessionHash) {
        return Secret.hash("csrf " + sessionHash);
    }
}
