package dev.wellfield.server.resources;

import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.server.access.Bindings;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.server.watch.Destination;
import dev.wellfield.store.BillingSpecs;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.QuotaSpecs;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What the contract's schemas can't say about a resource: that what it refers to exists, and that its numbers fit. */
final class ResourceRules {
    private final Transaction tx;
    private final List<Resource> request;
    private final Instant now;

    /** @param request all resources that are applied together: they may refer to each other */
    ResourceRules(Transaction tx, List<Resource> request, Instant now) {
        this.tx = tx;
        this.request = List.copyOf(request);
        this.now = now;
    }

    /** All that is wrong with {@code resource}. */
    List<FieldError> check(Resource resource) {
        List<FieldError> errors = new ArrayList<>();
        if (resource.kind().ofTenant() && spec(Kind.TENANT, resource.owner()).isEmpty()) {
            errors.add(FieldError.of(
                    "/resources/" + resource.index() + "/metadata/tenant",
                    resource.owner(),
                    "a tenant that exists or comes in the same request"));
        }
        switch (resource.kind()) {
            case POOL -> pool(resource, errors);
            case NODE -> node(resource, errors);
            case PLAN -> plan(resource, errors);
            case PRICE_BOOK -> priceBook(resource, errors);
            case TENANT -> tenant(resource, errors);
            case QUOTA -> quota(resource, errors);
            case SUBSCRIPTION -> subscription(resource, errors);
            case MODEL -> model(resource, errors);
            case API_KEY -> apiKey(resource, errors);
            case PRINCIPAL -> principal(resource, errors);
            case WEBHOOK -> webhook(resource, errors);
        }
        return errors;
    }

    /** The spec of something that comes in the same request or is stored. */
    private Optional<JsonNode> spec(Kind kind, String name) {
        return request.stream()
                .filter(it -> it.kind() == kind && it.name().equals(name))
                .map(Resource::spec)
                .findFirst()
                .or(() -> stored(kind, name).map(Stored::spec));
    }

    private Optional<Stored> stored(Kind kind, String name) {
        return tx.declared().find(kind, null, name);
    }

    private static void cardModel(Resource resource, String pointer, String name, List<FieldError> errors) {
        if (Catalogue.find(name).isEmpty()) {
            String known = Catalogue.models().stream().map(CardModel::name).collect(Collectors.joining(", "));
            errors.add(FieldError.of(resource.pointer(pointer), name, "one of " + known));
        }
    }

    private void pool(Resource pool, List<FieldError> errors) {
        String model = pool.spec().get("cardModel").asString();
        cardModel(pool, "/cardModel", model, errors);
        stored(Kind.POOL, pool.name()).ifPresent(before -> {
            String old = before.spec().get("cardModel").asString();
            boolean held = tx.allocations().held().stream()
                    .anyMatch(it -> it.allocation().pool().equals(pool.name()));
            if (!old.equals(model) && held) {
                errors.add(FieldError.of(
                        pool.pointer("/cardModel"), model, old + " while workloads hold cards of this pool"));
            }
        });
    }

    private void node(Resource node, List<FieldError> errors) {
        boolean simulated = node.spec().path("simulated").asBoolean(false);
        Set<Integer> indexes = new HashSet<>();
        int place = 0;
        for (JsonNode card : node.spec().get("cards")) {
            String pointer = "/cards/" + place++;
            int index = card.get("index").asInt();
            if (!indexes.add(index)) {
                errors.add(FieldError.of(
                        node.pointer(pointer + "/index"), card.get("index"), "an index that no other card has"));
            }
            String pool = card.get("pool").asString();
            if (spec(Kind.POOL, pool).isEmpty()) {
                errors.add(FieldError.of(
                        node.pointer(pointer + "/pool"), pool, "a pool that exists or comes in the same request"));
            }
            if (!simulated && !card.has("uuid")) {
                errors.add(FieldError.missing(
                        node.pointer(pointer + "/uuid"), "the driver's UUID of a real card (nvidia-smi -L shows it)"));
            }
        }
        nvlinkGroups(node, indexes, errors);
        heldCards(node, indexes, errors);
    }

    private static void nvlinkGroups(Resource node, Set<Integer> indexes, List<FieldError> errors) {
        int place = 0;
        for (JsonNode group : node.spec().path("nvlinkGroups")) {
            for (JsonNode index : group) {
                if (!indexes.contains(index.asInt())) {
                    errors.add(FieldError.of(
                            node.pointer("/nvlinkGroups/" + place), index, "indexes of cards that the node has"));
                }
            }
            place++;
        }
    }

    private void heldCards(Resource node, Set<Integer> indexes, List<FieldError> errors) {
        tx.allocations().held().stream()
                .filter(it -> it.allocation().node().equals(node.name()))
                .forEach(it -> it.allocation().shares().forEach(share -> {
                    if (!indexes.contains(share.card())) {
                        errors.add(FieldError.missing(
                                node.pointer("/cards"),
                                "card " + share.card() + ", which workload "
                                        + it.allocation().tenant() + "/" + it.workload() + " holds"));
                    }
                }));
    }

    private static void plan(Resource plan, List<FieldError> errors) {
        PlanType type = PlanType.valueOf(plan.spec().get("type").asString());
        boolean tokens = plan.spec().get("for").asString().equals("TOKENS");
        Set<PlanType> possible = tokens
                ? EnumSet.of(PlanType.UNLIMITED, PlanType.PAY_AS_YOU_GO)
                : EnumSet.of(PlanType.RESERVED, PlanType.PAY_AS_YOU_GO, PlanType.SPOT);
        if (!possible.contains(type)) {
            errors.add(FieldError.of(
                    plan.pointer("/type"),
                    type.name(),
                    "one of " + possible.stream().map(Enum::name).collect(Collectors.joining(", ")) + " for "
                            + (tokens ? "tokens" : "cards")));
        }
    }

    private static void priceBook(Resource book, List<FieldError> errors) {
        int place = 0;
        for (JsonNode card : book.spec().path("cards")) {
            cardModel(book, "/cards/" + place++ + "/model", card.get("model").asString(), errors);
        }
        saying(() -> BillingSpecs.priceBook(book.name(), book.spec()), book, "", errors);
    }

    private void tenant(Resource tenant, List<FieldError> errors) {
        String zone = tenant.spec().get("zone").asString();
        if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            errors.add(FieldError.of(tenant.pointer("/zone"), zone, "an IANA time zone, e.g. Asia/Shanghai"));
        }
        String book = tenant.spec().get("priceBook").asString();
        if (spec(Kind.PRICE_BOOK, book).isEmpty()) {
            errors.add(FieldError.of(
                    tenant.pointer("/priceBook"), book, "a price book that exists or comes in the same request"));
        }
        planOf(tenant, "cards", "CARDS", errors);
        planOf(tenant, "tokens", "TOKENS", errors);
    }

    private void planOf(Resource tenant, String field, String what, List<FieldError> errors) {
        String name = tenant.spec().get("plans").get(field).asString();
        Optional<JsonNode> plan = spec(Kind.PLAN, name);
        if (plan.isEmpty() || !plan.get().get("for").asString().equals(what)) {
            errors.add(FieldError.of(
                    tenant.pointer("/plans/" + field),
                    name,
                    "a plan for " + field + " that exists or comes in the same request"));
        }
    }

    private void quota(Resource quota, List<FieldError> errors) {
        if (spec(Kind.POOL, quota.name()).isEmpty()) {
            errors.add(FieldError.of(
                    "/resources/" + quota.index() + "/metadata/name",
                    quota.name(),
                    "the name of a pool that exists or comes in the same request"));
            return;
        }
        errors.addAll(QuotaRules.ceilings(quota.spec(), quota.pointer("/limits")));
        // The pool's cards are counted once they are stored, which they are unless something else is wrong.
        if (errors.isEmpty() && stored(Kind.POOL, quota.name()).isPresent()) {
            errors.addAll(QuotaRules.fits(
                    tx, QuotaSpecs.quota(quota.owner(), quota.name(), quota.spec(), 1), quota.pointer("/limits")));
        }
    }

    private static void subscription(Resource subscription, List<FieldError> errors) {
        cardModel(
                subscription, "/cardModel", subscription.spec().get("cardModel").asString(), errors);
        saying(
                () -> BillingSpecs.subscription(subscription.owner(), subscription.name(), subscription.spec()),
                subscription,
                "/endsOn",
                errors);
    }

    private static void model(Resource model, List<FieldError> errors) {
        int context = model.spec().get("contextTokens").asInt();
        Integer ceiling = Json.integer(model.spec(), "outputCeilingTokens");
        if (ceiling != null && ceiling > context) {
            errors.add(FieldError.of(
                    model.pointer("/outputCeilingTokens"),
                    ceiling.toString(),
                    "at most contextTokens (" + context + ")"));
        }
    }

    private void apiKey(Resource key, List<FieldError> errors) {
        expiry(key.spec(), key.pointer("/expiresAt"), now, errors);
        tx.apiKeys().find(key.owner(), key.name()).ifPresent(row -> {
            if (row.revokedAt() != null) {
                errors.add(FieldError.of(
                        "/resources/" + key.index() + "/metadata/name",
                        key.name(),
                        "another name: this key was revoked"));
            }
        });
    }

    /** A key that would be born expired helps nobody. */
    static void expiry(JsonNode spec, String pointer, Instant now, List<FieldError> errors) {
        String expiresAt = Json.text(spec, "expiresAt");
        if (expiresAt != null && !OffsetDateTime.parse(expiresAt).toInstant().isAfter(now)) {
            errors.add(FieldError.of(pointer, expiresAt, "an instant in the future"));
        }
    }

    private void principal(Resource principal, List<FieldError> errors) {
        Bindings.read(
                principal.spec().get("bindings"),
                principal.pointer("/bindings"),
                tenant -> spec(Kind.TENANT, tenant).isPresent(),
                "a tenant that exists or comes in the same request",
                errors);
    }

    private static void webhook(Resource webhook, List<FieldError> errors) {
        String url = webhook.spec().get("url").asString();
        Destination.wrong(url).ifPresent(expected -> errors.add(FieldError.of(webhook.pointer("/url"), url, expected)));
    }

    private static void saying(Runnable reading, Resource resource, String pointer, List<FieldError> errors) {
        try {
            reading.run();
        } catch (IllegalArgumentException e) {
            errors.add(FieldError.missing(resource.pointer(pointer), String.valueOf(e.getMessage())));
        }
    }
}
