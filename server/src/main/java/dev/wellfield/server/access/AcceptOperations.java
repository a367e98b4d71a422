package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Grants;
import dev.wellfield.core.tenancy.PasswordHash;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.Caller;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Invitations.Invitation;
import dev.wellfield.store.Json;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Users;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes invitations. The secret proves that somebody was invited, never that they are a user who is there already: who is
 * one has to sign in, so that an invitation in another's name can't take that name over.
 */
final class AcceptOperations {
    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final Sessions sessions;
    private final Passwords passwords;

    AcceptOperations(
            Database database, InstantSource clock, Supplier<UUID> ids, Sessions sessions, Passwords passwords) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.sessions = sessions;
        this.passwords = passwords;
    }

    Map<String, OperationHandler> operations() {
        return Map.of("readInvitation", this::read, "acceptInvitation", this::accept, "joinByInvitation", this::join);
    }

    private Reply read(Call call) {
        return database.transaction(tx -> {
            Invitation invitation = open(tx, call, clock.instant());
            ObjectNode json = InvitationOperations.offered(invitation);
            return Reply.ok(json.put(
                    "exists", !invitation.reset() && invited(tx, invitation).isPresent()));
        });
    }

    private static Invitation open(Transaction tx, Call call, Instant now) {
        String hash = Secret.hash(call.body().get("secret").asString());
        return tx.invitations()
                .findOpen(hash, now)
                .orElseThrow(() -> Problem.of(
                                404,
                                "not-found",
                                "Not found",
                                "This invitation is unknown, used, revoked or expired. Ask for a new one.")
                        .exception());
    }

    /** The user who is invited, where there is one of that name or e-mail address. */
    private static Optional<Users.User> invited(Transaction tx, Invitation invitation) {
        return Stream.of(Optional.ofNullable(invitation.name()), Optional.ofNullable(invitation.email()))
                .flatMap(Optional::stream)
                .map(it -> tx.users().findByLogin(it))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The secret is looked at first: hashing a password is dear, and only for those who were invited. */
    private Reply accept(Call call) {
        Instant now = clock.instant();
        String password = call.body().get("password").asString();
        Invitation offered = database.transaction(tx -> open(tx, call, now));
        String name = name(call, offered);
        Passwords.check("/password", password, name, offered.email());
        PasswordHash hash = passwords.hash(password);
        return database.transaction(tx -> {
            tx.principals().lockBindings();
            Invitation invitation = open(tx, call, now);
            Users.User user = invitation.reset()
                    ? reset(tx, invitation, hash, now)
                    : created(tx, call, invitation, name, hash, now);
            tx.invitations().accept(invitation.id(), user.name(), now);
            tx.events().append(InvitationOperations.event(user.name(), now, invitation, "accepted"));
            return sessions.ofPassword(tx, user, now);
        });
    }

    private static String name(Call call, Invitation invitation) {
        String given = Json.text(call.body(), "name");
        String fixed = invitation.name();
        if (fixed == null && given == null) {
            throw Problem.invalid(FieldError.missing("/name", "the name that you want to sign in with"))
                    .exception();
        }
        if (fixed != null && given != null && !given.equals(fixed)) {
            throw Problem.invalid(FieldError.of("/name", given, fixed + ", as the invitation says"))
                    .exception();
        }
        return fixed == null ? Objects.requireNonNull(given) : fixed;
    }

    private Users.User reset(Transaction tx, Invitation invitation, PasswordHash hash, Instant now) {
        Users.User user = tx.users()
                .find(Objects.requireNonNull(invitation.principalId()))
                .orElseThrow();
        PasswordHash before = tx.users().password(user.id()).orElse(null);
        if (user.disabled() || !tx.users().setPassword(user.id(), before, hash)) {
            throw Problem.conflict("user-disabled", "This user may not sign in. Ask an operator.")
                    .exception();
        }
        tx.consoleSessions().deleteAll(user.id(), null);
        tx.events()
                .append(Event.of(
                        now, user.name(), null, "principal/" + user.name(), "principal.password-changed", null));
        return user;
    }

    private Users.User created(
            Transaction tx, Call call, Invitation invitation, String name, PasswordHash hash, Instant now) {
        if (invited(tx, invitation).isPresent()) {
            throw Problem.conflict(
                            "user-exists", "There is such a user already: sign in and accept the invitation then.")
                    .exception();
        }
        ObjectNode spec = Json.object();
        Json.putIfAny(spec, "displayName", displayName(call, invitation));
        List<Binding> bindings = List.of(binding(invitation));
        spec.set("bindings", Users.json(bindings));
        UUID id = ids.get();
        if (!tx.users().insert(id, name, spec, invitation.email(), now)) {
            throw Problem.invalid(FieldError.of("/name", name, "another name: this one is taken"))
                    .exception();
        }
        tx.users().setPassword(id, null, hash);
        tx.principals().bind(id, bindings);
        tx.events()
                .append(Event.of(now, name, null, "principal/" + name, "principal.created", spec)
                        .withVersion(1));
        return People.require(tx, name);
    }

    private static @Nullable String displayName(Call call, Invitation invitation) {
        String given = Json.text(call.body(), "displayName");
        return given == null ? invitation.displayName() : given;
    }

    private static Binding binding(Invitation invitation) {
        return new Binding(Objects.requireNonNull(invitation.role()), invitation.tenant());
    }

    private Reply join(Call call) {
        Instant now = clock.instant();
        Caller caller = call.caller();
        return database.transaction(tx -> {
            tx.principals().lockBindings();
            Invitation invitation = open(tx, call, now);
            Users.User user = People.require(tx, caller.principal());
            Optional<Users.User> invited = invited(tx, invitation);
            if (invitation.reset()
                    || (invited.isPresent() && !invited.get().id().equals(user.id()))) {
                throw Problem.conflict(
                                "invitation-of-another",
                                "This invitation is for somebody else than " + user.name() + ". Sign out to accept it.")
                        .exception();
            }
            List<Binding> bindings = Stream.concat(
                            tx.principals().bindings(user.id()).stream(), Stream.of(binding(invitation)))
                    .distinct()
                    .toList();
            ObjectNode spec = tx.users().setBindings(user, bindings);
            tx.invitations().accept(invitation.id(), user.name(), now);
            tx.events().append(InvitationOperations.event(user.name(), now, invitation, "accepted"));
            tx.events()
                    .append(Event.of(now, user.name(), null, "principal/" + user.name(), "principal.changed", spec)
                            .withVersion(user.version() + 1)
                            .withBefore(user.spec()));
            Grants grants = new Grants(user.name(), bindings, caller.grants().scopes());
            return Reply.ok(Sessions.json(tx, grants, caller.sessionHash()));
        });
    }
}
