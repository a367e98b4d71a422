package dev.wellfield.server.resources;

import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Quotas;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes declared resources away, all that are named or none, those first that others depend on nothing of. What is still
 * needed stays, and the answer says by what. Facts, records and events always stay; see docs/decisions/0009.
 */
final class Deletion {
    private final Database database;
    private final InstantSource clock;

    Deletion(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What was done to one. */
    private enum Outcome {
        /** Nothing of it is left but its events. */
        DELETED,
        /** Put away with all that hangs on it; applying it brings it back. */
        ARCHIVED,
        /** A last version says that it is over. */
        ENDED,
        REVOKED,
        /** There is none. */
        ABSENT
    }

    private record Named(
            int index,
            Kind kind,
            @Nullable String tenant,
            String name,
            @Nullable Long version) {
        String path() {
            return tenant == null ? name : tenant + "/" + name;
        }

        String word() {
            return kind.aggregate().replace('-', ' ');
        }
    }

    private record Result(Named named, Outcome outcome) {}

    Map<String, OperationHandler> operations() {
        Map<String, OperationHandler> operations = new HashMap<>();
        operations.put("deleteResources", this::many);
        operations.put("deletePool", call -> one(call, Kind.POOL, "pool"));
        operations.put("deleteNode", call -> one(call, Kind.NODE, "node"));
        operations.put("deleteTenant", call -> one(call, Kind.TENANT, "tenant"));
        operations.put("deleteQuota", call -> one(call, Kind.QUOTA, "pool"));
        operations.put("deletePlan", call -> one(call, Kind.PLAN, "plan"));
        operations.put("deletePriceBook", call -> one(call, Kind.PRICE_BOOK, "book"));
        operations.put("deleteSubscription", call -> one(call, Kind.SUBSCRIPTION, "subscription"));
        operations.put("deleteModel", call -> one(call, Kind.MODEL, "model"));
        operations.put("deletePrincipal", call -> one(call, Kind.PRINCIPAL, "principal"));
        operations.put("deleteWebhook", call -> one(call, Kind.WEBHOOK, "webhook"));
        return operations;
    }

    private Reply one(Call call, Kind kind, String parameter) {
        Long version = call.header("If-Match").isPresent() ? call.ifMatch().orElse(-1) : null;
        Named named = new Named(0, kind, kind.ofTenant() ? call.path("tenant") : null, call.path(parameter), version);
        Result result = run(List.of(named), call).getFirst();
        if (result.outcome() == Outcome.ABSENT) {
            throw Problem.notFound(named.word(), named.path()).exception();
        }
        return Reply.noContent();
    }

    private Reply many(Call call) {
        List<Named> all = new ArrayList<>();
        List<FieldError> errors = new ArrayList<>();
        for (JsonNode resource : call.body().get("resources")) {
            int index = all.size();
            Kind kind = Kind.find(resource.get("kind").asString()).orElseThrow();
            JsonNode metadata = resource.get("metadata");
            String tenant = Json.text(metadata, "tenant");
            if (kind.ofTenant() && tenant == null) {
                errors.add(FieldError.missing(
                        "/resources/" + index + "/metadata/tenant", "the tenant whose " + kind.wireName() + " it is"));
            }
            Long version = Json.number(metadata, "version");
            all.add(new Named(
                    index,
                    kind,
                    kind.ofTenant() ? tenant : null,
                    metadata.get("name").asString(),
                    version));
        }
        if (!errors.isEmpty()) {
            throw Problem.invalid(errors).exception();
        }
        List<Result> results = new ArrayList<>(run(all, call));
        results.sort(Comparator.comparingInt(it -> it.named().index()));
        ObjectNode json = Json.object().put("dryRun", call.queryFlag("dryRun"));
        ArrayNode items = json.putArray("results");
        for (Result result : results) {
            ObjectNode item = items.addObject()
                    .put("kind", result.named().kind().wireName())
                    .put("name", result.named().name())
                    .put("action", result.outcome().name());
            Json.putIfAny(item, "tenant", result.named().tenant());
        }
        return Reply.ok(json);
    }

    private List<Result> run(List<Named> all, Call call) {
        String actor = call.caller().principal();
        return DryRun.maybe(call.queryFlag("dryRun"), database, tx -> run(tx, all, actor));
    }

    /** What depends on others comes after them in the order of kinds, so it goes first. */
    private List<Result> run(Transaction tx, List<Named> all, String actor) {
        Instant now = clock.instant();
        tx.declared().lockToChange();
        // A tenant's deletion looks at bindings too.
        if (all.stream().anyMatch(it -> it.kind() == Kind.PRINCIPAL || it.kind() == Kind.TENANT)) {
            tx.principals().lockBindings();
        }
        PoolRoom before = PoolRoom.now(tx);
        Uses uses = new Uses(tx, actor, now);
        Set<String> inTheWay = new LinkedHashSet<>();
        List<Result> results = new ArrayList<>();
        List<Named> inOrder = all.stream()
                .sorted(Comparator.comparing(Named::kind).reversed().thenComparingInt(Named::index))
                .toList();
        for (Named named : inOrder) {
            results.add(new Result(named, delete(tx, named, uses, inTheWay, actor, now)));
        }
        if (inTheWay.isEmpty() && all.stream().anyMatch(it -> it.kind() == Kind.NODE)) {
            PoolRoom.now(tx)
                    .shortOf(before)
                    .forEach(it -> inTheWay.add("pool " + it.pool() + " would have "
                            + it.dimension().text(it.capacity()) + " left, but "
                            + it.dimension().text(it.guaranteed())
                            + " of it are guaranteed: " + it.whom()));
        }
        if (!inTheWay.isEmpty()) {
            throw inUse(all, List.copyOf(inTheWay));
        }
        return results;
    }

    private static RuntimeException inUse(List<Named> all, List<String> inTheWay) {
        String what =
                all.size() == 1 ? all.getFirst().word() + " " + all.getFirst().path() : all.size() + " resources";
        ArrayNode list = Json.object().putArray("usedBy");
        inTheWay.forEach(list::add);
        String more = inTheWay.size() == 1 ? "" : " (and " + (inTheWay.size() - 1) + " more)";
        return Problem.conflict(
                        "in-use",
                        Character.toUpperCase(what.charAt(0)) + what.substring(1) + " can't be deleted: "
                                + inTheWay.getFirst() + more + ".")
                .with("usedBy", list)
                .exception();
    }

    private Outcome delete(Transaction tx, Named named, Uses uses, Set<String> inTheWay, String actor, Instant now) {
        if (named.kind() == Kind.QUOTA) {
            return endQuota(tx, named, uses, inTheWay, actor, now);
        }
        Optional<Stored> found = tx.declared().find(named.kind(), named.tenant(), named.name());
        if (found.isEmpty()) {
            return Outcome.ABSENT;
        }
        Stored stored = found.get();
        requireVersion(named, stored.version());
        List<String> users = uses.of(named.kind(), named.tenant(), named.name(), stored.id());
        inTheWay.addAll(users);
        if (!users.isEmpty()) {
            return Outcome.ABSENT;
        }
        return switch (named.kind()) {
            case API_KEY -> revoke(tx, named, stored, actor, now);
            case NODE -> {
                tx.declared().keepCards(stored.id(), List.of());
                yield away(tx, named, stored, actor, now);
            }
            case PRINCIPAL -> {
                tx.principals().shutOut(stored.id(), now);
                yield away(tx, named, stored, actor, now);
            }
            case TENANT -> {
                tx.invitations().revokeOf(stored.id(), now);
                yield away(tx, named, stored, actor, now);
            }
            case WEBHOOK -> {
                tx.webhooks().dropDeliveries(stored.id());
                yield away(tx, named, stored, actor, now);
            }
            case PLAN, PRICE_BOOK, POOL, SUBSCRIPTION, MODEL -> away(tx, named, stored, actor, now);
            case QUOTA -> throw new IllegalStateException("quotas are ended by version");
        };
    }

    private static Outcome away(Transaction tx, Named named, Stored stored, String actor, Instant now) {
        tx.declared().delete(named.kind(), stored.id(), now);
        event(tx, named, "deleted", stored.version() + 1, stored.spec(), actor, now);
        return named.kind().putAway() ? Outcome.ARCHIVED : Outcome.DELETED;
    }

    private static Outcome revoke(Transaction tx, Named named, Stored stored, String actor, Instant now) {
        if (tx.apiKeys().revoke(stored.id(), now)) {
            event(tx, named, "revoked", stored.version() + 1, null, actor, now);
        }
        return Outcome.REVOKED;
    }

    private Outcome endQuota(Transaction tx, Named named, Uses uses, Set<String> inTheWay, String actor, Instant now) {
        String tenant = String.valueOf(named.tenant());
        Optional<Quotas.Version> found = tx.quotas().find(tenant, named.name());
        if (found.isEmpty()) {
            return Outcome.ABSENT;
        }
        Quotas.Version last = found.get();
        requireVersion(named, last.version());
        List<String> users = uses.ofQuota(tenant, named.name());
        inTheWay.addAll(users);
        if (users.isEmpty() && !tx.quotas().end(last, actor, now)) {
            throw stale(named, last.version() + 1L);
        }
        event(tx, named, "deleted", last.version() + 1, last.spec(), actor, now);
        return Outcome.ENDED;
    }

    private static void event(
            Transaction tx,
            Named named,
            String what,
            int version,
            @Nullable JsonNode before,
            String actor,
            Instant now) {
        String tenant = named.kind() == Kind.TENANT ? named.name() : named.tenant();
        String kind = named.kind().aggregate();
        tx.events()
                .append(Event.of(now, actor, tenant, kind + "/" + named.name(), kind + "." + what, null)
                        .withVersion(version)
                        .withBefore(before));
    }

    private static void requireVersion(Named named, long current) {
        if (named.version() != null && named.version() != current) {
            throw stale(named, current);
        }
    }

    private static RuntimeException stale(Named named, long current) {
        return Problem.preconditionFailed(named.word(), named.path(), current).exception();
    }
}
