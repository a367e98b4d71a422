package dev.wellfield.server.rest;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Knows the tokens and sessions that a test gave it. */
final class FakeAuthenticator implements Authenticator {
    static final String OPERATOR = "wft_operator";
    static final String CSRF = "csrf-of-the-session";

    private final Map<String, Caller> tokens = new ConcurrentHashMap<>();
    private final Map<String, SessionCaller> sessions = new ConcurrentHashMap<>();
    private volatile boolean away;

    FakeAuthenticator() {
        token(OPERATOR, Role.OPERATOR, null);
    }

    /** A token of somebody with one role. */
    FakeAuthenticator token(String token, Role role, @Nullable String tenant) {
        tokens.put(token, new Caller(grants(role, tenant), new UUID(7, token.hashCode()), null));
        return this;
    }

    /** A session of somebody with one role, with the CSRF token {@link #CSRF}. */
    FakeAuthenticator session(String cookie, Role role, @Nullable String tenant) {
        sessions.put(cookie, new SessionCaller(new Caller(grants(role, tenant), null, "hash-of-" + cookie), CSRF));
        return this;
    }

    void revoke(String token) {
        tokens.remove(token);
    }

    void goAway() {
        away = true;
    }

    private static Grants grants(Role role, @Nullable String tenant) {
        return new Grants("somebody", List.of(new Binding(role, tenant)), null);
    }

    @Override
    public Optional<Caller> byToken(String token) {
        if (away) {
            throw new Unavailable("the database does not answer");
        }
        return Optional.ofNullable(tokens.get(token));
    }

    @Override
    public Optional<SessionCaller> bySession(String cookie) {
        return Optional.ofNullable(sessions.get(cookie));
    }
}
