package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.PasswordHash;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.Caller;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.rest.SessionCookie;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Principals;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sessions and tokens. A secret leaves the server once, when it is made. */
final class AccessOperations {
    private static final String TOKEN_KIND = "wft_";

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;
    private final Sessions sessions;
    private final Passwords passwords;

    AccessOperations(
            Database database,
            InstantSource clock,
            Supplier<UUID> ids,
            RandomGenerator random,
            Sessions sessions,
            Passwords passwords) {
        this.sessions = sessions;
        this.passwords = passwords;
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    Map<String, OperationHandler> operations() {
        return Map.of(
                "signIn", this::signIn,
                "getSession", this::getSession,
                "signOut", this::signOut,
                "changePassword", this::changePassword,
                "listTokens", this::listTokens,
                "createToken", this::createToken,
                "revokeToken", this::revokeToken,
                "listPrincipalTokens", this::listPrincipalTokens,
                "createPrincipalToken", this::createPrincipalToken,
                "revokePrincipalToken", this::revokePrincipalToken);
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
            Principals.Bearer found = tx.principals()
                    .byToken(tokenHash, now)
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
            tx.principals().deleteSessions(user.id(), caller.sessionHash());
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
                tx.principals().deleteSession(sessionHash);
                return null;
            });
        }
        return Reply.noContent().with("Set-Cookie", SessionCookie.cleared());
    }

    private Reply listTokens(Call call) {
        return tokens(call.caller().principal());
    }

    private Reply listPrincipalTokens(Call call) {
        return tokens(call.path("principal"));
    }

    private Reply tokens(String principal) {
        List<Principals.Token> tokens = database.transaction(tx -> {
            requirePrincipal(tx, principal);
            return tx.principals().tokens(principal);
        });
        ObjectNode json = Json.object();
        ArrayNode items = json.putArray("items");
        tokens.forEach(token -> items.add(json(token)));
        return Reply.ok(json);
    }

    private static UUID requirePrincipal(Transaction tx, String name) {
        return tx.principals()
                .find(name)
                .orElseThrow(() -> Problem.notFound("principal", name).exception());
    }

    private Reply createToken(Call call) {
        return issue(call, call.caller().principal());
    }

    private Reply createPrincipalToken(Call call) {
        return issue(call, call.path("principal"));
    }

    private Reply issue(Call call, String principal) {
        Instant now = clock.instant();
        JsonNode body = call.body();
        String expires = Json.text(body, "expiresAt");
        Instant expiresAt =
                expires == null ? null : OffsetDateTime.parse(expires).toInstant();
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw Problem.invalid(
                            List.of(FieldError.of("/expiresAt", body.get("expiresAt"), "an instant in the future")))
                    .exception();
        }
        List<String> scopes = scopes(call, body, principal);
        Secret secret = Secret.generate(TOKEN_KIND, random);
        Principals.Token token = database.transaction(tx -> {
            UUID principalId = requirePrincipal(tx, principal);
            return insert(
                    tx,
                    new Principals.Token(
                            ids.get(),
                            principalId,
                            body.get("name").asString(),
                            secret.prefix(),
                            scopes,
                            now,
                            expiresAt,
                            null),
                    secret,
                    call.caller().principal(),
                    principal);
        });
        ObjectNode json = Json.object();
        json.set("token", json(token));
        json.put("secret", secret.text());
        return Reply.created(json);
    }

    /** The scopes asked for; a token made with a scoped token never has more than that one. */
    private static @Nullable List<String> scopes(Call call, JsonNode body, String principal) {
        Set<Permission> own = call.caller().grants().scopes();
        boolean forOneself = principal.equals(call.caller().principal());
        if (!body.has("scopes")) {
            return own == null || !forOneself
                    ? null
                    : own.stream().map(Permission::wireName).sorted().toList();
        }
        List<String> asked = Json.list(body.get("scopes"), JsonNode::asString);
        for (int i = 0; i < asked.size(); i++) {
            String scope = asked.get(i);
            Permission permission = Permission.find(scope).orElse(null);
            if (permission == null || (own != null && forOneself && !own.contains(permission))) {
                throw Problem.invalid(List.of(FieldError.of(
                                "/scopes/" + i,
                                scope,
                                permission == null
                                        ? "a permission, e.g. workloads.read"
                                        : "a permission that the token in use has")))
                        .exception();
            }
        }
        return asked;
    }

    private Principals.Token insert(
            Transaction tx, Principals.Token token, Secret secret, String actor, String principal) {
        if (!tx.principals().insertToken(token, secret.hash())) {
            throw Problem.conflict(
                            "name-taken", "Principal " + principal + " has a token named " + token.name() + " already.")
                    .exception();
        }
        tx.events()
                .append(Event.of(
                        token.createdAt(), actor, null, "principal/" + principal, "token.created", json(token)));
        return token;
    }

    private Reply revokeToken(Call call) {
        return revoke(call, call.caller().principal());
    }

    private Reply revokePrincipalToken(Call call) {
        return revoke(call, call.path("principal"));
    }

    private Reply revoke(Call call, String principal) {
        Instant now = clock.instant();
        String name = call.path("token");
        database.transaction(tx -> {
            requirePrincipal(tx, principal);
            if (!tx.principals().revokeToken(principal, name, now)) {
                throw Problem.notFound("token", name).exception();
            }
            tx.events()
                    .append(Event.of(
                            now,
                            call.caller().principal(),
                            null,
                            "principal/" + principal,
                            "token.revoked",
                            Json.object().put("name", name)));
            return null;
        });
        return Reply.noContent();
    }

    private static ObjectNode json(Principals.Token token) {
        ObjectNode json = Json.object()
                .put("name", token.name())
                .put("prefix", token.prefix())
                .put("createdAt", token.createdAt().toString());
        if (token.scopes() != null) {
            ArrayNode scopes = json.putArray("scopes");
            token.scopes().forEach(scopes::add);
        }
        if (token.expiresAt() != null) {
            json.put("expiresAt", token.expiresAt().toString());
        }
        if (token.revokedAt() != null) {
            json.put("revokedAt", token.revokedAt().toString());
        }
        return json;
    }
}
