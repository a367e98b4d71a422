package dev.wellfield.server.access;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A tenant's view of people: its members and their roles in it, and nothing of what they are elsewhere. */
final class MemberOperations {
    private final Database database;
    private final InstantSource clock;

    MemberOperations(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    Map<String, OperationHandler> operations() {
        return Map.of(
                "listMembers", this::listMembers, "putMember", this::putMember, "removeMember", this::removeMember);
    }

    private Reply listMembers(Call call) {
        String tenant = call.path("tenant");
        return database.snapshot(tx -> {
            People.requireTenant(tx, tenant);
            ObjectNode json = Json.object();
            ArrayNode items = json.putArray("items");
            tx.users().members(tenant).forEach(user -> items.add(shown(tx, user, tenant)));
            return Reply.ok(json);
        });
    }

    private Reply putMember(Call call) {
        String tenant = call.path("tenant");
        Set<Role> roles = new LinkedHashSet<>();
        JsonNode given = call.body().get("roles");
        for (int i = 0; i < given.size(); i++) {
            roles.add(People.role("/roles/" + i, given.get(i), false));
        }
        return database.transaction(tx -> {
            change(tx, call, roles, "member.changed");
            return Reply.ok(shown(tx, People.require(tx, call.path("principal")), tenant));
        });
    }

    private Reply removeMember(Call call) {
        return database.transaction(tx -> {
            change(tx, call, Set.of(), "member.removed");
            tx.invitations().revokeBy(call.path("principal"), call.path("tenant"), clock.instant());
            return Reply.noContent();
        });
    }

    private void change(Transaction tx, Call call, Set<Role> roles, String type) {
        Instant now = clock.instant();
        String tenant = call.path("tenant");
        tx.principals().lockBindings();
        People.requireTenant(tx, tenant);
        String name = call.path("principal");
        Users.User user = tx.users()
                .find(name)
                .orElseThrow(() -> Problem.notFound("member", name).exception());
        List<Binding> all = tx.principals().bindings(user.id());
        List<Binding> before = all.stream().filter(it -> of(tenant, it)).toList();
        if (before.isEmpty()) {
            throw Problem.notFound("member", name).exception();
        }
        List<Binding> after =
                roles.stream().map(role -> new Binding(role, tenant)).toList();
        tx.users()
                .setBindings(
                        user,
                        Stream.concat(all.stream().filter(it -> !of(tenant, it)), after.stream())
                                .toList());
        tx.events()
                .append(Event.of(now, call.caller().principal(), tenant, "member/" + name, type, json(after))
                        .withBefore(json(before)));
    }

    private static ObjectNode json(List<Binding> bindings) {
        ObjectNode json = Json.object();
        ArrayNode roles = json.putArray("roles");
        bindings.forEach(it -> roles.add(it.role().wireName()));
        return json;
    }

    private static boolean of(String tenant, Binding binding) {
        return tenant.equals(binding.tenant());
    }

    private static ObjectNode shown(Transaction tx, Users.User user, String tenant) {
        return People.json(tx, user, binding -> of(tenant, binding));
    }
}
