package dev.wellfield.server.rest;

import java.util.Optional;

/**
 * Finds out who presents a token or a session. Called on the request's virtual thread, so it may block; empty means
 * unknown, expired or revoked, which a caller is not told apart.
 */
public interface Authenticator {
    Optional<Caller> byToken(String token);

    Optional<SessionCaller> bySession(String cookie);
}
