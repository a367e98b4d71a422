package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Tokens;
import dev.wellfield.store.Transaction;
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

/** Tokens, one's own and others'. A secret leaves the server once, when it is made. */
final class TokenOperations {
    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;

    TokenOperations(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    Map<String, OperationHandler> operations() {
        return Map.of(
                "listTokens", this::listTokens,
                "createToken", this::createToken,
                "revokeToken", this::revokeToken,
                "listPrincipalTokens", this::listPrincipalTokens,
                "createPrincipalToken", this::createPrincipalToken,
                "revokePrincipalToken", this::revokePrincipalToken);
    }

    private Reply listTokens(Call call) {
        return tokens(call.caller().principal());
    }

    private Reply listPrincipalTokens(Call call) {
        return tokens(call.path("principal"));
    }

    private Reply tokens(String principal) {
        List<Tokens.Token> tokens = database.transaction(tx -> {
            requirePrincipal(tx, principal);
            return tx.tokens().of(principal);
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
        Secret secret = Secret.generate(FirstOperator.TOKEN_KIND, random);
        Tokens.Token token = database.transaction(tx -> {
            tx.declared().lockToUse();
            UUID principalId = requirePrincipal(tx, principal);
            return insert(
                    tx,
                    new Tokens.Token(
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

    /**
     * The scopes asked for. A token that is made for oneself with a scoped token never has more than that one; whoever may
     * make others' tokens may make them whole.
     */
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

    private Tokens.Token insert(Transaction tx, Tokens.Token token, Secret secret, String actor, String principal) {
        if (!tx.tokens().insert(token, secret.hash())) {
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
            if (!tx.tokens().revoke(principal, name, now)) {
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

    private static ObjectNode json(Tokens.Token token) {
        ObjectNode json = Json.object()
                .put("name", token.name())
                .put("prefix", token.prefix())
                .put("createdAt", token.createdAt().toString());
        if (token.scopes() != null) {
            ArrayNode scopes = json.putArray("scopes");
            token.scopes().forEach(scopes::add);
        }
        Json.putIfAny(json, "expiresAt", token.expiresAt());
        Json.putIfAny(json, "revokedAt", token.revokedAt());
        return json;
    }
}
