package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.rest.OperationHandler;
import dev.wellfield.server.rest.Problem;
import dev.wellfield.server.rest.Reply;
import dev.wellfield.server.rest.Version;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Database;
import dev.wellfield.store.Event;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.QuotaSpecs;
import dev.wellfield.store.Quotas;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.Webhooks;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Declared resources over REST. */
public final class ResourceOperations {
    private final Database database;
    private final InstantSource clock;
    private final Apply apply;

    public ResourceOperations(Database database, InstantSource clock, Supplier<UUID> ids, RandomGenerator random) {
        this.database = database;
        this.clock = clock;
        this.apply = new Apply(database, clock, ids, random);
    }

    public Map<String, OperationHandler> operations() {
        Map<String, OperationHandler> operations = new HashMap<>();
        operations.put("apply", apply::handle);
        operations.put("listPools", this::listPools);
        operations.put("listNodes", call -> list(Kind.NODE, ignored -> true));
        operations.put("listCards", this::listCards);
        operations.put("listCardModels", this::listCardModels);
        operations.put("listTenants", this::listTenants);
        operations.put("getTenant", this::getTenant);
        operations.put("listQuotas", this::listQuotas);
        operations.put("getQuota", this::getQuota);
        operations.put("putQuota", this::putQuota);
        operations.put("listPlans", call -> list(Kind.PLAN, ignored -> true));
        operations.put("listPriceBooks", this::listPriceBooks);
        operations.put("listSubscriptions", this::listSubscriptions);
        operations.put("listPrincipals", this::listPrincipals);
        operations.put("listWebhooks", this::listWebhooks);
        operations.putAll(new Deletion(database, clock).operations());
        return operations;
    }

    private Reply list(Kind kind, Predicate<Stored> shown) {
        List<Stored> all = database.transaction(tx -> tx.declared().list(kind, null));
        return items(all.stream()
                .filter(shown)
                .map(stored -> ResourceJson.of(kind, stored))
                .toList());
    }

    /** By name; a cursor is the name of the last one of the page before. */
    private Reply listPrincipals(Call call) {
        int limit = (int) call.queryInteger("limit").orElse(100);
        String after = call.query("cursor").orElse("");
        List<Stored> rest = database.transaction(tx -> tx.declared().list(Kind.PRINCIPAL, null)).stream()
                .filter(principal -> principal.name().compareTo(after) > 0)
                .sorted(Comparator.comparing(Stored::name))
                .toList();
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("items");
        rest.stream().limit(limit).forEach(it -> array.add(ResourceJson.of(Kind.PRINCIPAL, it)));
        if (rest.size() > limit) {
            json.put("nextCursor", rest.get(limit - 1).name());
        }
        return Reply.ok(json);
    }

    private static Reply items(List<ObjectNode> items) {
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("items");
        items.forEach(array::add);
        return Reply.ok(json);
    }

    private Reply listCardModels(Call call) {
        return items(Catalogue.models().stream().map(CardJson::model).toList());
    }

    private Reply listPools(Call call) {
        return database.snapshot(tx -> {
            var resources = tx.declared().resources(false);
            List<Allocations.Row> held = tx.allocations().held();
            return items(tx.declared().list(Kind.POOL, null).stream()
                    .map(pool -> PoolJson.of(pool, resources, held))
                    .toList());
        });
    }

    private Reply listCards(Call call) {
        Visible visible = call.caller().grants().visible(Permission.WORKLOADS_READ);
        String pool = call.query("pool").orElse(null);
        String node = call.query("node").orElse(null);
        return database.snapshot(tx -> {
            var resources = tx.declared().resources(false);
            List<Allocations.Row> held = tx.allocations().held();
            return items(resources.nodes().stream()
                    .filter(it -> node == null || it.name().equals(node))
                    .flatMap(it -> it.cards().stream()
                            .filter(card -> pool == null || card.pool().equals(pool))
                            .map(card -> CardJson.of(it, card, held, visible)))
                    .toList());
        });
    }

    private Reply listTenants(Call call) {
        Visible visible = call.caller().grants().visible(Permission.TENANTS_READ);
        return list(Kind.TENANT, tenant -> visible.shows(tenant.name()));
    }

    private Reply getTenant(Call call) {
        Stored tenant = database.transaction(tx -> tenant(tx, call.path("tenant")));
        return Reply.ok(ResourceJson.of(Kind.TENANT, tenant)).withVersion(tenant.version());
    }

    private static Stored tenant(Transaction tx, String name) {
        return tx.declared()
                .find(Kind.TENANT, null, name)
                .orElseThrow(() -> Problem.notFound("tenant", name).exception());
    }

    /** A tenant's member sees the price book of its own tenants only. */
    private Reply listPriceBooks(Call call) {
        Visible visible = call.caller().grants().visible(Permission.PLANS_READ);
        List<String> own = database.transaction(tx -> tx.declared().tenants().values().stream()
                .filter(tenant -> visible.shows(tenant.name()))
                .map(tenant -> tenant.priceBook())
                .toList());
        return list(Kind.PRICE_BOOK, book -> visible.all() || own.contains(book.name()));
    }

    private Reply listSubscriptions(Call call) {
        Visible visible = call.caller().grants().visible(Permission.BILLING_READ);
        return list(Kind.SUBSCRIPTION, it -> it.tenant() != null && visible.shows(it.tenant()));
    }

    private Reply listWebhooks(Call call) {
        return database.snapshot(tx -> {
            Map<String, Webhooks.Status> statuses = tx.webhooks().statuses().stream()
                    .collect(Collectors.toMap(Webhooks.Status::webhook, Function.identity()));
            return items(tx.declared().list(Kind.WEBHOOK, null).stream()
                    .map(stored -> webhook(stored, Objects.requireNonNull(statuses.get(stored.name()))))
                    .toList());
        });
    }

    private static ObjectNode webhook(Stored stored, Webhooks.Status deliveries) {
        ObjectNode json = ResourceJson.of(Kind.WEBHOOK, stored);
        ObjectNode status = json.putObject("status")
                .put("pending", deliveries.pending())
                .put("delivered", deliveries.delivered())
                .put("failed", deliveries.failed());
        if (deliveries.deliveredAt() != null) {
            status.put("deliveredAt", deliveries.deliveredAt().toString());
        }
        if (deliveries.failure() != null) {
            status.put("failure", deliveries.failure());
        }
        return json;
    }

    private Reply listQuotas(Call call) {
        String tenant = call.path("tenant");
        return database.snapshot(tx -> {
            tenant(tx, tenant);
            List<Allocations.Row> held = tx.allocations().held();
            return items(tx.quotas().currentVersions(tenant).stream()
                    .map(version -> QuotaJson.of(version, held))
                    .toList());
        });
    }

    private Reply getQuota(Call call) {
        return database.snapshot(tx -> {
            Quotas.Version version = quota(tx, call);
            return Reply.ok(QuotaJson.of(version, tx.allocations().held())).withVersion(version.version());
        });
    }

    private static Quotas.Version quota(Transaction tx, Call call) {
        return tx.quotas()
                .find(call.path("tenant"), call.path("pool"))
                .orElseThrow(() -> Problem.notFound("quota", call.path("tenant") + "/" + call.path("pool"))
                        .exception());
    }

    private Reply putQuota(Call call) {
        String tenant = call.path("tenant");
        String pool = call.path("pool");
        JsonNode spec = call.body();
        long expected = Version.parse(call.header("If-Match").orElse("")).orElse(-1);
        Instant now = clock.instant();
        return database.transaction(tx -> {
            tx.declared().lockToChange();
            Stored owner = tenant(tx, tenant);
            Stored stored = tx.declared()
                    .find(Kind.POOL, null, pool)
                    .orElseThrow(() -> Problem.notFound("pool", pool).exception());
            var before = tx.quotas().find(tenant, pool);
            int current = before.map(Quotas.Version::version).orElse(0);
            if (expected != current) {
                throw Problem.preconditionFailed("quota", tenant + "/" + pool, current)
                        .exception();
            }
            checkQuota(tx, tenant, pool, spec);
            if (before.isPresent() && Json.same(before.get().spec(), spec)) {
                return Reply.ok(QuotaJson.of(before.get(), tx.allocations().held()))
                        .withVersion(current);
            }
            String actor = call.caller().principal();
            int version = 1 + tx.quotas().lastVersion(tenant, pool);
            if (!tx.quotas().add(owner.id(), stored.id(), version, spec, actor, now)) {
                throw Problem.preconditionFailed("quota", tenant + "/" + pool, version)
                        .exception();
            }
            tx.events()
                    .append(Event.of(now, actor, tenant, "quota/" + pool, "quota.changed", spec)
                            .withVersion(version)
                            .withBefore(before.map(Quotas.Version::spec).orElse(null)));
            Quotas.Version next = new Quotas.Version(tenant, pool, version, spec, actor, now);
            return Reply.ok(QuotaJson.of(next, tx.allocations().held())).withVersion(version);
        });
    }

    private static void checkQuota(Transaction tx, String tenant, String pool, JsonNode spec) {
        List<FieldError> errors = QuotaRules.ceilings(spec, "/limits");
        if (errors.isEmpty()) {
            errors = QuotaRules.fits(tx, QuotaSpecs.quota(tenant, pool, spec, 1), "/limits");
        }
        if (!errors.isEmpty()) {
            throw Problem.invalid(errors).exception();
        }
    }
}
