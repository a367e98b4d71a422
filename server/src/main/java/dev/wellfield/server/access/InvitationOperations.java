package dev.wellfield.server.access;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Invitations.Invitation;
import dev.wellfield.store.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes, lists and revokes invitations. Nothing is mailed: whoever invites hands the secret over. */
final class InvitationOperations {
    static final String SECRET_KIND = "wfi_";

    /** The console's page that takes a secret; what follows the # stays in the browser. */
    private static final String PAGE = "/accept#";

    private static final Duration LIFE = Duration.ofDays(7);
    private static final Duration LONGEST = Duration.ofDays(30);

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;

    InvitationOperations(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    Map<String, OperationHandler> operations() {
        return Map.of(
                "listInvitations",
                this::list,
                "inviteMember",
                call -> invite(call, call.path("tenant")),
                "inviteToPlatform",
                call -> invite(call, null),
                "revokeInvitation",
                this::revoke);
    }

    private Reply list(Call call) {
        Instant now = clock.instant();
        TenantQuery query = TenantQuery.of(call, Permission.MEMBERS_READ);
        List<Invitation> shown = database.transaction(tx -> tx.invitations().list(query.visible(), query.tenant()));
        ObjectNode json = Json.object();
        ArrayNode items = json.putArray("items");
        shown.forEach(it -> items.add(json(it, now)));
        return Reply.ok(json);
    }

    /** What belongs to no tenant is the platform's. */
    private static boolean shown(Invitation invitation, Visible visible) {
        String tenant = invitation.tenant();
        return tenant == null ? visible.all() : visible.shows(tenant);
    }

    private Reply invite(Call call, @Nullable String tenant) {
        Instant now = clock.instant();
        JsonNode body = call.body();
        Role role = People.role("/role", body.get("role"), tenant == null);
        String name = Json.text(body, "name");
        String email = Json.text(body, "email");
        if (name == null && email == null) {
            throw Problem.invalid(FieldError.missing("/name", "a name, or an e-mail address as email"))
                    .exception();
        }
        Secret secret = Secret.generate(SECRET_KIND, random);
        Invitation invitation = new Invitation(
                ids.get(),
                null,
                name,
                email,
                Json.text(body, "displayName"),
                role,
                tenant,
                call.caller().principal(),
                now,
                expiry(body, now),
                null,
                null,
                null);
        return database.transaction(tx -> {
            tx.declared().lockToUse();
            UUID tenantId = tenant == null ? null : People.requireTenant(tx, tenant);
            tx.invitations().insert(invitation, tenantId, secret.hash());
            tx.events().append(event(call, now, invitation, "created").withVersion(1));
            return Reply.created(issued(invitation, secret, now));
        });
    }

    private static Instant expiry(JsonNode body, Instant now) {
        String given = Json.text(body, "expiresAt");
        if (given == null) {
            return now.plus(LIFE);
        }
        Instant at = OffsetDateTime.parse(given).toInstant();
        if (!at.isAfter(now) || at.isAfter(now.plus(LONGEST))) {
            throw Problem.invalid(
                            FieldError.of("/expiresAt", given, "an instant in the next " + LONGEST.toDays() + " days"))
                    .exception();
        }
        return at;
    }

    private Reply revoke(Call call) {
        Instant now = clock.instant();
        String id = call.path("invitation");
        return database.transaction(tx -> {
            Invitation invitation = tx.invitations()
                    .find(UUID.fromString(id))
                    .filter(it -> shown(it, call.caller().grants().visible(Permission.MEMBERS_WRITE)))
                    .orElseThrow(() -> Problem.notFound("invitation", id).exception());
            if (!tx.invitations().revoke(invitation.id(), now)) {
                throw Problem.conflict(
                                "invitation-ended",
                                "This invitation is " + state(invitation, now).toLowerCase(Locale.ROOT) + " already.")
                        .exception();
            }
            tx.events().append(event(call, now, invitation, "revoked"));
            return Reply.noContent();
        });
    }

    private static Event event(Call call, Instant now, Invitation invitation, String what) {
        return event(call.caller().principal(), now, invitation, what);
    }

    /** Events tell neither the secret nor its hash. */
    static Event event(String actor, Instant now, Invitation invitation, String what) {
        ObjectNode after = Json.object();
        Json.putIfAny(after, "name", invitation.name());
        Json.putIfAny(after, "email", invitation.email());
        Json.putIfAny(
                after,
                "role",
                invitation.role() == null ? null : invitation.role().wireName());
        Json.putIfAny(after, "expiresAt", invitation.expiresAt());
        return Event.of(now, actor, invitation.tenant(), "invitation/" + invitation.id(), "invitation." + what, after);
    }

    static ObjectNode issued(Invitation invitation, Secret secret, Instant now) {
        ObjectNode json = Json.object();
        json.set("invitation", json(invitation, now));
        return json.put("secret", secret.text()).put("path", PAGE + secret.text());
    }

    private static ObjectNode json(Invitation invitation, Instant now) {
        ObjectNode json = offered(invitation).put("id", invitation.id().toString());
        json.put("state", state(invitation, now))
                .put("createdAt", invitation.createdAt().toString());
        Json.putIfAny(
                json, "endedAt", invitation.acceptedAt() == null ? invitation.revokedAt() : invitation.acceptedAt());
        Json.putIfAny(json, "acceptedBy", invitation.acceptedBy());
        return json;
    }

    /** What whoever has the secret may know. */
    static ObjectNode offered(Invitation invitation) {
        ObjectNode json = Json.object().put("purpose", invitation.reset() ? "RESET" : "JOIN");
        Json.putIfAny(json, "name", invitation.name());
        Json.putIfAny(json, "email", invitation.email());
        Json.putIfAny(json, "displayName", invitation.displayName());
        Json.putIfAny(
                json,
                "role",
                invitation.role() == null ? null : invitation.role().wireName());
        Json.putIfAny(json, "tenant", invitation.tenant());
        return json.put("invitedBy", invitation.invitedBy())
                .put("expiresAt", invitation.expiresAt().toString());
    }

    private static String state(Invitation invitation, Instant now) {
        if (invitation.acceptedAt() != null) {
            return "ACCEPTED";
        }
        if (invitation.revokedAt() != null) {
            return "REVOKED";
        }
        return invitation.open(now) ? "OPEN" : "EXPIRED";
    }
}
