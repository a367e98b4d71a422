package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Invitations;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The operator's view of people: everybody, their roles everywhere, who is kept out, and lost passwords. */
final class UserOperations {
    private static final Duration RESET_LIFE = Duration.ofHours(24);

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;

    UserOperations(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    Map<String, OperationHandler> operations() {
        return Map.of(
                "listUsers", this::listUsers,
                "putUserBindings", this::putUserBindings,
                "disableUser", this::disableUser,
                "enableUser", this::enableUser,
                "resetPassword", this::resetPassword);
    }

    /** By name; a cursor is the name of the last one of the page before. */
    private Reply listUsers(Call call) {
        int limit = (int) call.queryInteger("limit").orElse(100);
        String after = call.query("cursor").orElse("");
        return database.snapshot(tx -> {
            List<Users.User> users = tx.users().list(after, limit + 1);
            ObjectNode json = Json.object();
            ArrayNode items = json.putArray("items");
            users.stream().limit(limit).forEach(user -> items.add(People.json(tx, user, binding -> true)));
            if (users.size() > limit) {
                json.put("nextCursor", users.get(limit - 1).name());
            }
            return Reply.ok(json);
        });
    }

    private Reply putUserBindings(Call call) {
        return change(call, (tx, user, now) -> {
            List<FieldError> errors = new ArrayList<>();
            List<Binding> bindings = Bindings.read(
                    call.body().get("bindings"),
                    "/bindings",
                    tenant -> tx.declared().find(Kind.TENANT, null, tenant).isPresent(),
                    "a tenant that exists",
                    errors);
            if (!errors.isEmpty()) {
                throw Problem.invalid(errors).exception();
            }
            ObjectNode spec = tx.users().setBindings(user, bindings);
            tx.events()
                    .append(event(call, now, user, "changed", spec)
                            .withVersion(user.version() + 1)
                            .withBefore(user.spec()));
        });
    }

    private Reply disableUser(Call call) {
        return change(call, (tx, user, now) -> {
            if (tx.users().setDisabled(user.id(), now)) {
                tx.consoleSessions().deleteAll(user.id(), null);
                tx.tokens().revokeAll(user.id(), now);
                tx.invitations().revokeResets(user.id(), now);
                tx.invitations().revokeBy(user.name(), null, now);
                tx.events().append(event(call, now, user, "disabled", null));
            }
        });
    }

    private Reply enableUser(Call call) {
        return change(call, (tx, user, now) -> {
            if (tx.users().setDisabled(user.id(), null)) {
                tx.events().append(event(call, now, user, "enabled", null));
            }
        });
    }

    private interface Change {
        void make(Transaction tx, Users.User user, Instant now);
    }

    private Reply change(Call call, Change change) {
        Instant now = clock.instant();
        String name = call.path("principal");
        return database.transaction(tx -> {
            tx.principals().lockBindings();
            change.make(tx, People.require(tx, name), now);
            People.requireOperator(tx);
            return Reply.ok(People.json(tx, People.require(tx, name), binding -> true));
        });
    }

    private Reply resetPassword(Call call) {
        Instant now = clock.instant();
        Secret secret = Secret.generate(InvitationOperations.SECRET_KIND, random);
        return database.transaction(tx -> {
            tx.principals().lockBindings();
            Users.User user = People.require(tx, call.path("principal"));
            if (user.disabled()) {
                throw Problem.conflict("user-disabled", user.name() + " is disabled. Enable the user first.")
                        .exception();
            }
            tx.invitations().revokeResets(user.id(), now);
            Invitations.Invitation reset = new Invitations.Invitation(
                    ids.get(),
                    user.id(),
                    user.name(),
                    null,
                    null,
                    null,
                    null,
                    call.caller().principal(),
                    now,
                    now.plus(RESET_LIFE),
                    null,
                    null,
                    null);
            tx.invitations().insert(reset, null, secret.hash());
            tx.events().append(event(call, now, user, "password-reset", null));
            return Reply.created(InvitationOperations.issued(reset, secret, now));
        });
    }

    private static Event event(Call call, Instant now, Users.User user, String what, @Nullable JsonNode after) {
        return Event.of(now, call.caller().principal(), null, "principal/" + user.name(), "principal." + what, after);
    }
}
