package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Principals;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Makes the operator on an empty installation. */
public final class FirstOperator {
    private static final String NAME = "operator";

    private FirstOperator() {}

    /** The operator's first token, if nobody could sign in before. */
    public static Optional<Secret> create(Database database, Instant now, Supplier<UUID> ids, RandomGenerator random) {
        Secret secret = Secret.generate("wft_", random);
        return database.transaction(tx -> {
            if (tx.principals().any()) {
                return Optional.empty();
            }
            UUID id = ids.get();
            ObjectNode spec = Json.object().put("displayName", "Operator");
            spec.putArray("bindings").addObject().put("role", Role.OPERATOR.wireName());
            tx.principals().insert(id, NAME, spec, now);
            tx.principals().bind(id, List.of(new Binding(Role.OPERATOR, null)));
            tx.principals()
                    .insertToken(
                            new Principals.Token(ids.get(), id, "first", secret.prefix(), null, now, null, null),
                            secret.hash());
            tx.events().append(Event.of(now, "system", null, "principal/" + NAME, "principal.created", spec));
            return Optional.of(secret);
        });
    }
}
