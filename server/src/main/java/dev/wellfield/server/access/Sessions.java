package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.rest.SessionCookie;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The console's sessions: how they begin, and what they are told about themselves. */
final class Sessions {
    private static final Duration LIFE = Duration.ofHours(12);
    private static final String KIND = "wfs_";

    private final RandomGenerator random;

    Sessions(RandomGenerator random) {
        this.random = random;
    }

    /** Begins a session that comes from a token. */
    Reply.Json ofToken(Transaction tx, UUID tokenId, Grants grants, Instant now) {
        Secret secret = Secret.generate(KIND, random);
        tx.consoleSessions().insertOfToken(secret.hash(), tokenId, now, now.plus(LIFE));
        return begun(tx, secret, grants, now);
    }

    /** Begins a session that comes from a password, which was right. */
    Reply.Json ofPassword(Transaction tx, Users.User user, Instant now) {
        Secret secret = Secret.generate(KIND, random);
        tx.consoleSessions().insertOfPassword(secret.hash(), user.id(), now, now.plus(LIFE));
        tx.users().signedIn(user.id(), now);
        Grants grants = new Grants(user.name(), tx.principals().bindings(user.id()), null);
        return begun(tx, secret, grants, now);
    }

    private static Reply.Json begun(Transaction tx, Secret secret, Grants grants, Instant now) {
        ObjectNode json =
                json(tx, grants, secret.hash()).put("expiresAt", now.plus(LIFE).toString());
        return Reply.ok(json).with("Set-Cookie", SessionCookie.set(secret.text(), LIFE));
    }

    /** @param sessionHash null for a token */
    static ObjectNode json(Transaction tx, Grants grants, @Nullable String sessionHash) {
        ObjectNode json = Json.object().put("principal", grants.principal());
        tx.users().find(grants.principal()).ifPresent(user -> {
            Json.putIfAny(json, "displayName", user.displayName());
            Json.putIfAny(json, "email", user.email());
            json.put("kind", user.person() ? "USER" : "SERVICE");
            json.put("hasPassword", tx.users().password(user.id()).isPresent());
        });
        json.set("bindings", Users.json(grants.bindings()));
        ObjectNode permissions = json.putObject("permissions");
        names(permissions.putArray("platform"), grants.onPlatform());
        ObjectNode tenants = permissions.putObject("tenants");
        grants.tenants().stream().sorted().forEach(tenant -> names(tenants.putArray(tenant), grants.in(tenant)));
        if (sessionHash != null) {
            json.put("csrfToken", TokenAuthenticator.csrfToken(sessionHash));
        }
        return json;
    }

    private static void names(ArrayNode array, Set<Permission> permissions) {
        permissions.stream().map(Permission::wireName).sorted().forEach(array::add);
    }
}
