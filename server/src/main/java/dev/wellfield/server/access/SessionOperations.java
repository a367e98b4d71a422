package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.PasswordHash;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.Caller;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.rest.SessionCookie;
import dev.wellfield.store.Bearer;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Users;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Signing in and out, and one's own password. */
final class SessionOperations {
    private final Database database;
    private final InstantSource clock;
    private final Sessions sessions;
    private final Passwords passwords;

    SessionOperations(Database database, InstantSource clock, Sessions sessions, Passwords passwords) {
        this.database = database;
        this.clock = clock;
        this.sessions = sessions;
        this.passwords = passwords;
    }

    Map<String, OperationHandler> operations() {
        return Map.of(
                "signIn", this::signIn,
                "getSession", this::getSession,
                "signOut", this::signOut,
                "changePassword", this::changePassword);
    }

    private Reply signIn(Call call) {
        JsonNode body = call.body();
        boolean byToken = body.has("token");
        List<FieldError> errors = new ArrayList<>();
        if (byToken && (body.has("name") || body.has("password"))) {
            errors.add(FieldError.missing("/token", "either a token, or name and password"));
        }
        for (String field : byToken ? List.<String>of() : List.of("name", "password")) {
            if (!body.has(field)) {
                errors.add(FieldError.missing("/" + field, "name and password, or a token alone"));
            }
        }
        if (!errors.isEmpty()) {
            throw Problem.invalid(errors).exception();
        }
        return byToken ? signInByToken(body) : signInByPassword(call, body);
    }

    private Reply signInByToken(JsonNode body) {
        Instant now = clock.instant();
        String tokenHash = Secret.hash(body.get("token").asString());
        return database.transaction(tx -> {
            Bearer found = tx.tokens()
                    .bearer(tokenHash, now)
                    .orElseThrow(() -> Problem.unauthorized("The token is unknown, expired or revoked.")
                            .exception());
            return sessions.ofToken(tx, Objects.requireNonNull(found.tokenId()), found.grants(), now);
        });
    }

    /** What is wrong, the name or the password, shows neither in the answer nor in the time that it takes. */
    private Reply signInByPassword(Call call, JsonNode body) {
        Instant now = clock.instant();
        String name = body.get("name").asString();
        String given = body.get("password").asString();
        PasswordHash known =
                database.transaction(tx -> Passwords.of(tx, tx.users().findByLogin(name)));
        if (!passwords.right(name, call.remoteAddress(), now, known, given)) {
            throw Passwords.wrong().exception();
        }
        PasswordHash renewed = known != null && known.outdated() ? passwords.hash(given) : null;
        return database.transaction(tx -> {
            Users.User user = tx.users()
                    .findByLogin(name)
                    .filter(it -> Objects.equals(Passwords.of(tx, Optional.of(it)), known))
                    .orElseThrow(() -> Passwords.wrong().exception());
            if (renewed != null) {
                tx.users().setPassword(user.id(), known, renewed);
            }
            return sessions.ofPassword(tx, user, now);
        });
    }

    private Reply changePassword(Call call) {
        Instant now = clock.instant();
        Caller caller = call.caller();
        String name = caller.principal();
        String next = call.body().get("newPassword").asString();
        String old = Json.text(call.body(), "oldPassword");
        if (caller.grants().scopes() != null) {
            throw Problem.of(
                            403,
                            "token-limited",
                            "Not permitted",
                            "A token that is limited to some permissions changes no password. Sign in without it.")
                    .exception();
        }
        Users.User user = database.transaction(tx -> People.require(tx, name));
        Passwords.check("/newPassword", next, name, user.email());
        PasswordHash known = database.transaction(tx -> Passwords.of(tx, Optional.of(user)));
        if (known != null && old == null) {
            throw Problem.invalid(FieldError.missing("/oldPassword", "the password until now"))
                    .exception();
        }
        if (known != null && old != null && !passwords.right(name, call.remoteAddress(), now, known, old)) {
            throw Problem.invalid(FieldError.missing("/oldPassword", "the password until now; this one is wrong"))
                    .exception();
        }
        PasswordHash hash = passwords.hash(next);
        database.transaction(tx -> {
            if (!tx.users().setPassword(user.id(), known, hash)) {
                throw Problem.conflict("password-changed", "The password was changed meanwhile. Sign in again.")
                        .exception();
            }
            tx.consoleSessions().deleteAll(user.id(), caller.sessionHash());
            tx.invitations().revokeResets(user.id(), now);
            tx.events().append(Event.of(now, name, null, "principal/" + name, "principal.password-changed", null));
            return null;
        });
        return Reply.noContent();
    }

    private Reply getSession(Call call) {
        Caller caller = call.caller();
        return database.transaction(tx -> Reply.ok(Sessions.json(tx, caller.grants(), caller.sessionHash())));
    }

    private Reply signOut(Call call) {
        String sessionHash = call.caller().sessionHash();
        if (sessionHash != null) {
            database.transaction(tx -> {
                tx.consoleSessions().delete(sessionHash);
                return null;
            });
        }
        return Reply.noContent().with("Set-Cookie", SessionCookie.cleared());
    }
}
