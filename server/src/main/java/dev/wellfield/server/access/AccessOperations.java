package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Grants;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sessions and tokens. A secret leaves the server once, when it is made. */
public final class AccessOperations {
    private static final Duration SESSION_LIFE = Duration.ofHours(12);
    private static final String TOKEN_KIND = "wft_";
    private static final String SESSION_KIND = "wfs_";

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;

    public AccessOperations(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    public Map<String, OperationHandler> operations() {
        return Map.of(
                "signIn", this::signIn,
                "getSession", this::getSession,
                "signOut", this::signOut,
                "listTokens", this::listTokens,
                "createToken", this::createToken,
                "revokeToken", this::revokeToken,
                "listPrincipalTokens", this::listPrincipalTokens,
                "createPrincipalToken", this::createPrincipalToken,
                "revokePrincipalToken", this::revokePrincipalToken);
    }

    private Reply signIn(Call call) {
        Instant now = clock.instant();
        String tokenHash = Secret.hash(call.body().get("token").asString());
        Secret session = Secret.generate(SESSION_KIND, random);
        Instant expiresAt = now.plus(SESSION_LIFE);
        Principals.Bearer bearer = database.transaction(tx -> {
            Principals.Bearer found = tx.principals()
                    .byToken(tokenHash, now)
                    .orElseThrow(() -> Problem.unauthorized("The token is unknown, expired or revoked.")
                            .exception());
            tx.principals().insertSession(session.hash(), found.tokenId(), now, expiresAt);
            return found;
        });
        ObjectNode json = session(bearer.grants(), TokenAuthenticator.csrfToken(session.hash()));
        json.put("expiresAt", expiresAt.toString());
        return Reply.ok(json).with("Set-Cookie", SessionCookie.set(session.text(), SESSION_LIFE));
    }

    private Reply getSession(Call call) {
        Caller caller = call.caller();
        String sessionHash = caller.sessionHash();
        return Reply.ok(
                session(caller.grants(), sessionHash == null ? null : TokenAuthenticator.csrfToken(sessionHash)));
    }

    private static ObjectNode session(Grants grants, @Nullable String csrfToken) {
        ObjectNode json = Json.object().put("principal", grants.principal());
        ArrayNode bindings = json.putArray("bindings");
        grants.bindings().forEach(binding -> {
            ObjectNode item = bindings.addObject().put("role", binding.role().wireName());
            if (binding.tenant() != null) {
                item.put("tenant", binding.tenant());
            }
        });
        ObjectNode permissions = json.putObject("permissions");
        names(permissions.putArray("platform"), grants.onPlatform());
        ObjectNode tenants = permissions.putObject("tenants");
        grants.tenants().stream().sorted().forEach(tenant -> names(tenants.putArray(tenant), grants.in(tenant)));
        if (csrfToken != null) {
            json.put("csrfToken", csrfToken);
        }
        return json;
    }

    private static void names(ArrayNode array, Set<Permission> permissions) {
        permissions.stream().map(Permission::wireName).sorted().forEach(array::add);
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
