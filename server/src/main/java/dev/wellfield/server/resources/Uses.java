package dev.wellfield.server.resources;

import dev.wellfield.core.metering.TimeWindow;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.core.tenancy.Tenant;
import dev.wellfield.store.Json;
import dev.wellfield.store.Kind;
import dev.wellfield.store.Stored;
import dev.wellfield.store.Transaction;
import dev.wellfield.store.WorkloadRow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What still needs a resource, so that it can't be deleted: a sentence each, with what to do where that isn't plain. */
final class Uses {
    private static final int WORKLOADS_NAMED = 5;

    private final Transaction tx;
    private final String actor;
    private final Instant now;

    /** @param actor who deletes */
    Uses(Transaction tx, String actor, Instant now) {
        this.tx = tx;
        this.actor = actor;
        this.now = now;
    }

    List<String> of(Kind kind, @Nullable String tenant, String name, UUID id) {
        return switch (kind) {
            case PLAN ->
                tenants(
                        "plan " + name,
                        it -> it.cardsPlan().name().equals(name)
                                || it.tokensPlan().name().equals(name));
            case PRICE_BOOK ->
                tenants("price book " + name, it -> it.priceBook().equals(name));
            case POOL -> pool(name);
            case NODE -> node(name);
            case TENANT -> tenant(name);
            case QUOTA -> ofQuota(Objects.requireNonNull(tenant), name);
            case SUBSCRIPTION -> subscription(Objects.requireNonNull(tenant), name);
            case MODEL -> model(Objects.requireNonNull(tenant), name, id);
            case PRINCIPAL -> principal(name, id);
            case API_KEY, WEBHOOK -> List.of();
        };
    }

    List<String> ofQuota(String tenant, String pool) {
        return workloads(it -> it.tenant().equals(tenant) && it.ask().pool().equals(pool), "pool " + pool);
    }

    /** Tenants that were put away count too: their months are rated by it. */
    private List<String> tenants(String what, Predicate<Tenant> uses) {
        Set<String> there = tx.declared().tenants().keySet();
        return tx.declared().tenantsEver().values().stream()
                .filter(uses)
                .map(Tenant::name)
                .sorted()
                .map(it -> there.contains(it)
                        ? "tenant " + it + " has " + what
                        : "the months of tenant " + it + ", which was deleted, are rated by " + what)
                .toList();
    }

    private List<String> pool(String pool) {
        List<String> uses = new ArrayList<>();
        for (Stored node : tx.declared().list(Kind.NODE, null)) {
            int cards = 0;
            for (JsonNode card : node.spec().get("cards")) {
                cards += card.get("pool").asString().equals(pool) ? 1 : 0;
            }
            if (cards > 0) {
                uses.add("node " + node.name() + " has " + cards + (cards == 1 ? " card" : " cards") + " in pool "
                        + pool);
            }
        }
        tx.quotas().currentVersions(null).stream()
                .filter(it -> it.pool().equals(pool))
                .forEach(it -> uses.add("tenant " + it.tenant() + " has a quota in pool " + pool));
        uses.addAll(workloads(it -> it.ask().pool().equals(pool), "pool " + pool));
        return uses;
    }

    private List<String> node(String node) {
        return tx.allocations().held().stream()
                .filter(it -> it.allocation().node().equals(node))
                .map(it -> "workload " + it.allocation().tenant() + "/" + it.workload() + " runs on node " + node)
                .toList();
    }

    private List<String> tenant(String tenant) {
        List<String> uses = new ArrayList<>(workloads(it -> it.tenant().equals(tenant), "tenant " + tenant));
        tx.quotas()
                .currentVersions(tenant)
                .forEach(it -> uses.add("quota " + tenant + "/" + it.pool() + " is in force"));
        LocalDate today = today(tenant);
        tx.declared().list(Kind.SUBSCRIPTION, tenant).stream()
                .filter(it -> !endedBy(it, today))
                .forEach(it -> uses.add("subscription " + tenant + "/" + it.name() + " has not ended"));
        tx.declared()
                .list(Kind.MODEL, tenant)
                .forEach(it -> uses.add("model " + it.name() + " belongs to tenant " + tenant));
        tx.apiKeys().list(tenant).stream()
                .filter(it -> it.revokedAt() == null)
                .forEach(it -> uses.add("key " + tenant + "/" + it.stored().name() + " is not revoked"));
        for (Stored principal : tx.declared().list(Kind.PRINCIPAL, null)) {
            for (JsonNode binding : principal.spec().path("bindings")) {
                if (tenant.equals(Json.text(binding, "tenant"))) {
                    uses.add("principal " + principal.name() + " is " + Json.text(binding, "role") + " in tenant "
                            + tenant);
                }
            }
        }
        unbilled(tenant).ifPresent(uses::add);
        return uses;
    }

    private Optional<String> unbilled(String tenant) {
        Tenant account = Objects.requireNonNull(tx.declared().tenants().get(tenant));
        YearMonth month = YearMonth.from(now.atZone(account.zone()));
        TimeWindow window = TimeWindow.of(month, account.zone());
        boolean used = !tx.cardSums().totals(tenant, window).isEmpty()
                || !tx.tokenRollup().totals(tenant, window).isEmpty()
                || !tx.allocations().unmetered(tenant).isEmpty();
        return used
                ? Optional.of("tenant " + tenant + " has used something in " + month
                        + ", whose bill isn't closed: delete it when the month is over")
                : Optional.empty();
    }

    private LocalDate today(String tenant) {
        return LocalDate.ofInstant(
                now,
                Objects.requireNonNull(tx.declared().tenantsEver().get(tenant)).zone());
    }

    private static boolean endedBy(Stored subscription, LocalDate today) {
        String endsOn = Json.text(subscription.spec(), "endsOn");
        return endsOn != null && !LocalDate.parse(endsOn).isAfter(today);
    }

    private List<String> subscription(String tenant, String name) {
        Stored stored = tx.declared().find(Kind.SUBSCRIPTION, tenant, name).orElseThrow();
        LocalDate begins = LocalDate.parse(stored.spec().get("startsOn").asString());
        return begins.isAfter(today(tenant))
                ? List.of()
                : List.of("subscription " + tenant + "/" + name + " began on " + begins
                        + " and invoices are made of it: end it by endsOn instead");
    }

    private List<String> model(String tenant, String name, UUID id) {
        List<String> uses = new ArrayList<>();
        tx.endpoints().live().stream()
                .filter(it -> it.endpoint().modelId().equals(id))
                .forEach(it -> uses.add("workload " + it.endpoint().tenant() + "/"
                        + it.endpoint().workload() + " serves model " + name));
        tx.declared().tenants().keySet().stream()
                .sorted()
                .flatMap(it -> tx.apiKeys().list(it).stream())
                .filter(it -> it.revokedAt() == null && names(it.stored().spec().path("models"), name))
                .forEach(it -> uses.add(
                        "key " + it.stored().tenant() + "/" + it.stored().name() + " is for model " + name));
        uses.addAll(workloads(
                it -> it.tenant().equals(tenant)
                        && name.equals(it.spec().path("serves").path("model").asString("")),
                "model " + name));
        return uses.stream().distinct().toList();
    }

    private static boolean names(JsonNode models, String name) {
        for (JsonNode model : models) {
            if (model.asString().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private List<String> principal(String name, UUID id) {
        if (name.equals(actor)) {
            return List.of("you are signed in as principal " + name + ": another operator has to do it");
        }
        boolean operator = tx.principals().bindings(id).stream().anyMatch(it -> it.role() == Role.OPERATOR);
        return operator && !tx.principals().operatorBesides(id)
                ? List.of("principal " + name + " is the only operator: somebody must keep that role")
                : List.of();
    }

    /** Those that haven't ended; a few by name. */
    private List<String> workloads(Predicate<WorkloadRow> which, String what) {
        List<String> paths = tx.workloads().live().stream()
                .filter(which)
                .map(WorkloadRow::path)
                .toList();
        Stream<String> named =
                paths.stream().limit(WORKLOADS_NAMED).map(it -> "workload " + it + " of " + what + " has not ended");
        return paths.size() > WORKLOADS_NAMED
                ? Stream.concat(
                                named,
                                Stream.of((paths.size() - WORKLOADS_NAMED) + " more workloads of " + what
                                        + " have not ended"))
                        .toList()
                : named.toList();
    }
}
