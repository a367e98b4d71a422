package dev.wellfield.server.resources;

import dev.wellfield.core.serving.Secret;
import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.watch.Signature;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Brings resources to the state given, all of them or none. What is already so stays untouched, so applying twice is
 * harmless; the secret of a new API key or webhook is in the answer and in no other.
 */
final class Apply {
    private static final String KEY_KIND = "sk-wf-";

    private final Database database;
    private final InstantSource clock;
    private final Supplier<UUID> ids;
    private final RandomGenerator random;

    Apply(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.ids = ids;
        this.random = random;
    }

    Reply handle(Call call) {
        boolean dryRun = call.queryFlag("dryRun");
        List<Resource> resources = new ArrayList<>();
        for (JsonNode item : call.body().get("resources")) {
            resources.add(Resource.of(resources.size(), item));
        }
        String actor = call.caller().principal();
        List<Applied> results = DryRun.maybe(dryRun, database, tx -> run(tx, resources, actor));
        return Reply.ok(Applied.json(results, dryRun));
    }

    private List<Applied> run(Transaction tx, List<Resource> resources, String actor) {
        Instant now = clock.instant();
        tx.declared().lockToChange();
        if (resources.stream().anyMatch(it -> it.kind() == Kind.PRINCIPAL)) {
            tx.principals().lockBindings();
        }
        List<FieldError> errors = duplicates(resources);
        ResourceRules rules = new ResourceRules(tx, resources, now);
        List<Applied> results = new ArrayList<>();
        List<Resource> inOrder = resources.stream()
                .sorted(Comparator.comparing(Resource::kind).thenComparingInt(Resource::index))
                .toList();
        PoolRoom before = PoolRoom.now(tx);
        for (Resource resource : inOrder) {
            List<FieldError> wrong = rules.check(resource);
            if (wrong.isEmpty() && errors.isEmpty()) {
                results.add(put(tx, resource, actor, now));
            }
            errors.addAll(wrong);
        }
        if (errors.isEmpty()) {
            errors.addAll(guaranteesThatDoNotFit(tx, resources, before));
        }
        if (!errors.isEmpty()) {
            throw Problem.invalid(errors).exception();
        }
        results.sort(Comparator.comparingInt(applied -> applied.resource().index()));
        return results;
    }

    /** What is guaranteed must still be there where nodes lose cards. */
    private static List<FieldError> guaranteesThatDoNotFit(Transaction tx, List<Resource> resources, PoolRoom before) {
        Optional<Resource> node =
                resources.stream().filter(it -> it.kind() == Kind.NODE).findFirst();
        if (node.isEmpty()) {
            return List.of();
        }
        return PoolRoom.now(tx).shortOf(before).stream()
                .map(it -> FieldError.of(
                        node.get().pointer("/cards"),
                        it.dimension().text(it.capacity()) + " left in pool " + it.pool(),
                        "at least " + it.dimension().text(it.guaranteed()) + ", which are guaranteed: " + it.whom()))
                .toList();
    }

    private static List<FieldError> duplicates(List<Resource> resources) {
        List<FieldError> errors = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Resource resource : resources) {
            if (!seen.add(resource.kind() + " " + resource.path())) {
                errors.add(FieldError.of(
                        "/resources/" + resource.index() + "/metadata/name",
                        resource.name(),
                        "a " + resource.kind().wireName() + " that comes once in the request"));
            }
        }
        return errors;
    }

    private Applied put(Transaction tx, Resource resource, String actor, Instant now) {
        if (resource.kind() == Kind.QUOTA) {
            return putQuota(tx, resource, actor, now);
        }
        Optional<Stored> before = tx.declared().find(resource.kind(), resource.tenant(), resource.name());
        requireVersion(resource, before.map(Stored::version).orElse(0));
        if (before.isEmpty()) {
            Optional<Stored> back =
                    tx.declared().bringBack(resource.kind(), resource.tenant(), resource.name(), resource.spec());
            if (back.isPresent()) {
                parts(tx, resource, back.get().id());
                event(tx, resource, actor, now, "created", back.get().version(), null);
                return new Applied(resource, Applied.Outcome.CREATED, Difference.between(null, resource.spec()), null);
            }
            String secret = insert(tx, resource, now);
            event(tx, resource, actor, now, "created", 1, null);
            return new Applied(resource, Applied.Outcome.CREATED, Difference.between(null, resource.spec()), secret);
        }
        Stored stored = before.get();
        List<Difference> changes = Difference.between(stored.spec(), resource.spec());
        if (changes.isEmpty()) {
            return new Applied(resource, Applied.Outcome.UNCHANGED, changes, null);
        }
        if (!tx.declared().update(resource.kind(), stored.id(), stored.version(), resource.spec())) {
            throw stale(resource, stored.version());
        }
        parts(tx, resource, stored.id());
        event(tx, resource, actor, now, "changed", stored.version() + 1, stored.spec());
        return new Applied(resource, Applied.Outcome.CHANGED, changes, null);
    }

    private @Nullable String insert(Transaction tx, Resource resource, Instant now) {
        UUID id = ids.get();
        JsonNode spec = resource.spec();
        String name = resource.name();
        switch (resource.kind()) {
            case PLAN -> tx.declared().insertPlan(id, name, spec, now);
            case PRICE_BOOK -> tx.declared().insertPriceBook(id, name, spec, now);
            case POOL -> tx.declared().insertPool(id, name, spec, now);
            case NODE -> tx.declared().insertNode(id, name, spec, now);
            case TENANT -> tx.declared().insertTenant(id, name, spec, now);
            case SUBSCRIPTION -> tx.declared().insertSubscription(id, tenantId(tx, resource), name, spec, now);
            case MODEL -> tx.declared().insertModel(id, tenantId(tx, resource), name, spec, now);
            case PRINCIPAL -> tx.principals().insert(id, name, spec, now);
            case API_KEY -> {
                Secret secret = Secret.generate(KEY_KIND, random);
                tx.apiKeys().insert(id, tenantId(tx, resource), name, secret.prefix(), secret.hash(), spec, now);
                return secret.text();
            }
            case WEBHOOK -> {
                String secret = Signature.newSecret(random);
                tx.webhooks().insert(id, name, secret, spec, now);
                return secret;
            }
            case QUOTA -> throw new IllegalStateException("quotas are added by version");
        }
        parts(tx, resource, id);
        return null;
    }

    /** What a resource keeps in rows of its own. */
    private void parts(Transaction tx, Resource resource, UUID id) {
        switch (resource.kind()) {
            case NODE -> cards(tx, resource, id);
            case PRINCIPAL -> {
                List<Binding> bindings = Json.list(
                        resource.spec().get("bindings"),
                        json -> new Binding(
                                Role.find(json.get("role").asString()).orElseThrow(), Json.text(json, "tenant")));
                tx.principals().bind(id, bindings);
                requireOperator(tx, resource);
            }
            case PLAN, PRICE_BOOK, POOL, TENANT, QUOTA, SUBSCRIPTION, MODEL, API_KEY, WEBHOOK -> {}
        }
    }

    private static void requireOperator(Transaction tx, Resource resource) {
        if (tx.principals().operator().isEmpty()) {
            throw Problem.invalid(FieldError.missing(
                            resource.pointer("/bindings"), "the role operator: somebody must keep it"))
                    .exception();
        }
    }

    private void cards(Transaction tx, Resource node, UUID nodeId) {
        List<Integer> indexes = new ArrayList<>();
        for (JsonNode card : node.spec().get("cards")) {
            int index = card.get("index").asInt();
            indexes.add(index);
            UUID poolId = tx.declared()
                    .find(Kind.POOL, null, card.get("pool").asString())
                    .orElseThrow()
                    .id();
            tx.declared().putCard(ids.get(), nodeId, index, poolId, Json.text(card, "uuid"));
        }
        tx.declared().keepCards(nodeId, indexes);
    }

    private static UUID tenantId(Transaction tx, Resource resource) {
        return tx.declared()
                .find(Kind.TENANT, null, resource.owner())
                .orElseThrow()
                .id();
    }

    private Applied putQuota(Transaction tx, Resource resource, String actor, Instant now) {
        var before = tx.quotas().find(resource.owner(), resource.name());
        requireVersion(resource, before.map(it -> it.version()).orElse(0));
        List<Difference> changes =
                Difference.between(before.map(it -> it.spec()).orElse(null), resource.spec());
        if (changes.isEmpty()) {
            return new Applied(resource, Applied.Outcome.UNCHANGED, changes, null);
        }
        UUID poolId = tx.declared()
                .find(Kind.POOL, null, resource.name())
                .orElseThrow()
                .id();
        int version = tx.quotas().lastVersion(resource.owner(), resource.name());
        if (!tx.quotas().add(tenantId(tx, resource), poolId, version + 1, resource.spec(), actor, now)) {
            throw stale(resource, version + 1);
        }
        boolean created = before.isEmpty();
        event(
                tx,
                resource,
                actor,
                now,
                created ? "created" : "changed",
                version + 1,
                before.map(it -> it.spec()).orElse(null));
        return new Applied(resource, created ? Applied.Outcome.CREATED : Applied.Outcome.CHANGED, changes, null);
    }

    private static void event(
            Transaction tx,
            Resource resource,
            String actor,
            Instant now,
            String what,
            int version,
            @Nullable JsonNode before) {
        String tenant = resource.kind() == Kind.TENANT ? resource.name() : resource.tenant();
        tx.events()
                .append(Event.of(
                                now,
                                actor,
                                tenant,
                                resource.aggregate(),
                                resource.kind().aggregate() + "." + what,
                                resource.spec())
                        .withVersion(version)
                        .withBefore(before));
    }

    private static void requireVersion(Resource resource, int current) {
        if (resource.version() != null && resource.version() != current) {
            throw stale(resource, current);
        }
    }

    private static RuntimeException stale(Resource resource, int current) {
        return Problem.preconditionFailed(resource.kind().wireName(), resource.path(), current)
                .exception();
    }
}
