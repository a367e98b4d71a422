package dev.wellfield.server.access;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the operations on people have in common. */
final class People {
    private People() {}

    static Users.User require(Transaction tx, String name) {
        return tx.users()
                .find(name)
                .orElseThrow(() -> Problem.notFound("user", name).exception());
    }

    static UUID requireTenant(Transaction tx, String tenant) {
        return tx.declared()
                .find(Kind.TENANT, null, tenant)
                .orElseThrow(() -> Problem.notFound("tenant", tenant).exception())
                .id();
    }

    /** @param shown the bindings that the caller may see */
    static ObjectNode json(Transaction tx, Users.User user, Predicate<Binding> shown) {
        ObjectNode json = Json.object().put("name", user.name()).put("kind", user.person() ? "USER" : "SERVICE");
        Json.putIfAny(json, "displayName", user.displayName());
        Json.putIfAny(json, "email", user.email());
        json.set(
                "bindings",
                Users.json(tx.principals().bindings(user.id()).stream()
                        .filter(shown)
                        .toList()));
        json.put("disabled", user.disabled()).put("createdAt", user.createdAt().toString());
        Json.putIfAny(json, "signedInAt", user.signedInAt());
        return json;
    }

    /** A role of the platform, or one of a tenant, as the place asks for. */
    static Role role(String pointer, JsonNode given, boolean onPlatform) {
        Role role = Role.find(given.asString()).orElseThrow();
        if (role.onPlatform() != onPlatform) {
            String expected = Arrays.stream(Role.values())
                    .filter(it -> it.onPlatform() == onPlatform)
                    .map(Role::wireName)
                    .collect(Collectors.joining(", "));
            throw Problem.invalid(FieldError.of(pointer, given, "one of " + expected))
                    .exception();
        }
        return role;
    }

    /** To be called after the change, in a transaction that has locked the operators before it. */
    static void requireOperator(Transaction tx) {
        if (tx.principals().operator().isEmpty()) {
            throw Problem.conflict(
                            "last-operator",
                            "This is the last operator of the platform: make somebody else operator first.")
                    .exception();
        }
    }
}
