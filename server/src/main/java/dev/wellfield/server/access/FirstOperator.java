package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Principals;
import dev.wellfield.store.Tokens;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Makes the operator on an empty installation, and lets back in whoever has lost the token. */
public final class FirstOperator {
    /** Begins every token. */
    static final String TOKEN_KIND = "wft_";

    private static final String NAME = "operator";

    private FirstOperator() {}

    /** The operator's first token, if nobody could sign in before. */
    public static Optional<Secret> create(Database database, Instant now, Supplier<UUID> ids, RandomGenerator random) {
        Secret secret = Secret.generate(TOKEN_KIND, random);
        return database.transaction(tx -> {
            tx.principals().lockBindings(); // two servers may start at once
            if (tx.principals().any()) {
                return Optional.empty();
            }
            insertToken(tx, insert(tx, now, ids), "first", secret, now, ids);
            return Optional.of(secret);
        });
    }

    /** One more token for an operator, for whoever may start the server; the others stay as they are. */
    public static Secret another(Database database, Instant now, Supplier<UUID> ids, RandomGenerator random) {
        Secret secret = Secret.generate(TOKEN_KIND, random);
        return database.transaction(tx -> {
            Principals.Named operator = tx.principals()
                    .operator()
                    .orElseThrow(() -> new IllegalStateException("nobody has the operator's role"));
            insertToken(tx, operator, "start-" + now.toEpochMilli(), secret, now, ids);
            return secret;
        });
    }

    private static Principals.Named insert(Transaction tx, Instant now, Supplier<UUID> ids) {
        UUID id = ids.get();
        ObjectNode spec = Json.object().put("displayName", "Operator");
        spec.putArray("bindings").addObject().put("role", Role.OPERATOR.wireName());
        tx.principals().insert(id, NAME, spec, now);
        tx.principals().bind(id, List.of(new Binding(Role.OPERATOR, null)));
        tx.events().append(Event.of(now, "system", null, "principal/" + NAME, "principal.created", spec));
        return new Principals.Named(id, NAME);
    }

    private static void insertToken(
            Transaction tx, Principals.Named operator, String name, Secret secret, Instant now, Supplier<UUID> ids) {
        tx.tokens()
                .insert(
                        new Tokens.Token(ids.get(), operator.id(), name, secret.prefix(), null, now, null, null),
                        secret.hash());
        ObjectNode token = Json.object().put("name", name).put("prefix", secret.prefix());
        tx.events().append(Event.of(now, "system", null, "principal/" + operator.name(), "token.created", token));
    }
}
