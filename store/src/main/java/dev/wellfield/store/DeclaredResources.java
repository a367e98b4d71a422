package dev.wellfield.store;

import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.tenancy.Plan;
import dev.wellfield.core.tenancy.Tenant;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the operator has declared, by kind and name. Quotas have a repository of their own because they are kept by version.
 * Keys, principals and webhooks keep secrets and bindings beside their spec: see {@link ApiKeys}, {@link Principals} and
 * {@link Webhooks}.
 */
public final class DeclaredResources {
    private final Handle handle;

    DeclaredResources(Handle handle) {
        this.handle = handle;
    }

    /**
     * From here to the end of the transaction nobody else changes or deletes what is declared, and nobody who relies on it
     * writes anything. To be called before anything is read.
     */
    public void lockToChange() {
        TransactionLock.DECLARED.take(handle);
    }

    /** From here to the end of the transaction what is declared stays as it is. To be called before anything is read. */
    public void lockToUse() {
        TransactionLock.DECLARED.share(handle);
    }

    public Optional<Stored> find(Kind kind, @Nullable String tenant, String name) {
        return list(kind, tenant, name).stream().findFirst();
    }

    /** All of a kind by name; only one tenant's if {@code tenant} is given. */
    public List<Stored> list(Kind kind, @Nullable String tenant) {
        return list(kind, tenant, null);
    }

    private List<Stored> list(Kind kind, @Nullable String tenant, @Nullable String name) {
        boolean ofTenant = kind.ofTenant();
        String sql = "select r.id, r.name, r.spec, r.version, r.created_at, "
                + (ofTenant ? "t.name" : "null") + " as tenant from " + kind.table() + " r"
                + (ofTenant ? " join tenant t on t.id = r.tenant_id" : "")
                + (kind.putAway() ? " where r.deleted_at is null" : " where true")
                + (tenant == null ? "" : " and t.name = :tenant")
                + (name == null ? "" : " and r.name = :name")
                + " order by " + (ofTenant ? "t.name, r.name" : "r.name");
        var query = handle.createQuery(sql);
        if (tenant != null) {
            query.bind("tenant", tenant);
        }
        if (name != null) {
            query.bind("name", name);
        }
        return query.map((rows, context) -> stored(rows)).list();
    }

    private static Stored stored(ResultSet rows) throws SQLException {
        return new Stored(
                Rows.uuid(rows, "id"),
                rows.getString("tenant"),
                rows.getString("name"),
                Rows.json(rows, "spec"),
                rows.getInt("version"),
                Rows.instant(rows, "created_at"));
    }

    public void insertPlan(UUID id, String name, JsonNode spec, Instant now) {
        insert("plan", id, name, spec, now, Map.of());
    }

    public void insertPriceBook(UUID id, String name, JsonNode spec, Instant now) {
        insert("price_book", id, name, spec, now, Map.of());
    }

    public void insertPool(UUID id, String name, JsonNode spec, Instant now) {
        insert(
                "pool",
                id,
                name,
                spec,
                now,
                Map.of("card_model", spec.get("cardModel").asString()));
    }

    public void insertNode(UUID id, String name, JsonNode spec, Instant now) {
        insert("node", id, name, spec, now, Map.of());
    }

    /** The tenant gets the lowest index that none has. */
    public void insertTenant(UUID id, String name, JsonNode spec, Instant now) {
        int index = handle.createQuery("""
                        select min(i) from generate_series(0, 9999) i
                        where not exists (select 1 from tenant where index = i)""").mapTo(Integer.class).one();
        Map<String, Object> columns = new HashMap<>(tenantColumns(spec));
        columns.put("index", index);
        insert("tenant", id, name, spec, now, columns);
    }

    public void insertSubscription(UUID id, UUID tenantId, String name, JsonNode spec, Instant now) {
        insert("subscription", id, name, spec, now, Map.of("tenant_id", tenantId));
    }

    public void insertModel(UUID id, UUID tenantId, String name, JsonNode spec, Instant now) {
        insert("model", id, name, spec, now, Map.of("tenant_id", tenantId));
    }

    private void insert(String table, UUID id, String name, JsonNode spec, Instant now, Map<String, ?> more) {
        String columns = more.keySet().stream().map(it -> ", " + it).collect(Collectors.joining());
        String values = more.keySet().stream().map(it -> ", :" + it).collect(Collectors.joining());
        handle.createUpdate("insert into " + table + " (id, name, spec, version, created_at" + columns
                        + ") values (:id, :name, cast(:spec as jsonb), 1, :now" + values + ")")
                .bind("id", id)
                .bind("name", name)
                .bind("spec", Json.write(spec))
                .bind("now", now)
                .bindMap(more)
                .execute();
    }

    /**
     * Replaces the spec if the version is still {@code expected}.
     *
     * @return false if somebody else has changed it
     */
    public boolean update(Kind kind, UUID id, int expected, JsonNode spec) {
        Map<String, ?> more = switch (kind) {
            case TENANT -> tenantColumns(spec);
            case POOL -> Map.of("card_model", spec.get("cardModel").asString());
            case PLAN, PRICE_BOOK, NODE, QUOTA, SUBSCRIPTION, MODEL, API_KEY, PRINCIPAL, WEBHOOK -> Map.of();
        };
        String columns =
                more.keySet().stream().map(it -> ", " + it + " = :" + it).collect(Collectors.joining());
        return handle.createUpdate("update " + kind.table() + " set spec = cast(:spec as jsonb), version = version + 1"
                                + columns + " where id = :id and version = :expected")
                        .bind("spec", Json.write(spec))
                        .bind("id", id)
                        .bind("expected", expected)
                        .bindMap(more)
                        .execute()
                == 1;
    }

    /**
     * Brings back what had been put away under this name, with a new spec: the same id, and what hangs on it.
     *
     * @return empty if nothing of that name was put away
     */
    public Optional<Stored> bringBack(Kind kind, @Nullable String tenant, String name, JsonNode spec) {
        if (!kind.putAway()) {
            return Optional.empty();
        }
        String owned = tenant == null ? "" : " and tenant_id = (select id from tenant where name = :tenant)";
        var update = handle.createUpdate("update " + kind.table() + " set deleted_at = null"
                + " where name = :name and deleted_at is not null" + owned);
        if (tenant != null) {
            update.bind("tenant", tenant);
        }
        if (update.bind("name", name).execute() == 0) {
            return Optional.empty();
        }
        Stored back = find(kind, tenant, name).orElseThrow();
        update(kind, back.id(), back.version(), spec);
        return find(kind, tenant, name);
    }

    /** Puts away what has a history, removes anything else. Quotas and keys are ended otherwise. */
    public void delete(Kind kind, UUID id, Instant now) {
        if (kind.putAway()) {
            handle.createUpdate(
                            "update " + kind.table() + " set deleted_at = :now, version = version + 1 where id = :id")
                    .bind("now", now)
                    .bind("id", id)
                    .execute();
        } else {
            handle.createUpdate("delete from " + kind.table() + " where id = :id")
                    .bind("id", id)
                    .execute();
        }
    }

    private static Map<String, String> tenantColumns(JsonNode spec) {
        return Map.of(
                "price_book", spec.get("priceBook").asString(),
                "cards_plan", spec.get("plans").get("cards").asString(),
                "tokens_plan", spec.get("plans").get("tokens").asString());
    }

    /** A card of a node; one that is there keeps its id. */
    public void putCard(UUID newId, UUID nodeId, int index, UUID poolId, @Nullable String uuid) {
        handle.createUpdate("""
                        insert into card (id, node_id, index, pool_id, uuid) values (:id, :node, :index, :pool, :uuid)
                        on conflict (node_id, index) do update set pool_id = :pool, uuid = :uuid""")
                .bind("id", newId)
                .bind("node", nodeId)
                .bind("index", index)
                .bind("pool", poolId)
                .bind("uuid", uuid)
                .execute();
    }

    /** Removes the cards of a node that aren't among {@code indexes}. */
    public void keepCards(UUID nodeId, List<Integer> indexes) {
        handle.createUpdate("delete from card where node_id = :node and not index = any(:indexes)")
                .bind("node", nodeId)
                .bind("indexes", indexes.toArray(Integer[]::new))
                .execute();
    }

    /**
     * Everything that the controller needs.
     *
     * @param limiterLoaded whether a software limiter is loaded on the machine of a real node
     */
    public Resources resources(boolean limiterLoaded) {
        Map<String, CardModel> pools = new HashMap<>();
        list(Kind.POOL, null)
                .forEach(pool -> Catalogue.find(pool.spec().get("cardModel").asString())
                        .ifPresent(model -> pools.put(pool.name(), model)));
        Map<UUID, List<CardRow>> cards =
                handle.createQuery("""
                        select c.id, c.node_id, c.index, c.uuid, c.healthy, p.name as pool, p.card_model
                        from card c join pool p on p.id = c.pool_id""").map((rows, context) -> CardRow.of(rows)).list().stream()
                        .collect(Collectors.groupingBy(CardRow::nodeId));
        List<Node> nodes = list(Kind.NODE, null).stream()
                .map(node -> NodeSpecs.node(node, cards.getOrDefault(node.id(), List.of()), limiterLoaded))
                .toList();
        return new Resources(pools, nodes, tenants(), new Quotas(handle).current(null));
    }

    /** The tenants with their plans, by name. */
    public Map<String, Tenant> tenants() {
        return tenants(" where deleted_at is null");
    }

    /** The same with those that were put away: their months are still rated. */
    public Map<String, Tenant> tenantsEver() {
        return tenants("");
    }

    private Map<String, Tenant> tenants(String where) {
        Map<String, Plan> plans = list(Kind.PLAN, null).stream()
                .map(PlanSpecs::plan)
                .collect(Collectors.toMap(Plan::name, Function.identity()));
        return handle
                .createQuery("select id, name, index, spec from tenant" + where)
                .map((rows, context) -> TenantSpecs.tenant(
                        Rows.uuid(rows, "id"),
                        rows.getString("name"),
                        rows.getInt("index"),
                        Rows.json(rows, "spec"),
                        plans))
                .list()
                .stream()
                .collect(Collectors.toMap(Tenant::name, Function.identity()));
    }

    /** A card's row, with its pool's. */
    record CardRow(
            UUID id, UUID nodeId, int index, @Nullable String uuid, boolean healthy, String pool, String cardModel) {
        static CardRow of(ResultSet rows) throws SQLException {
            return new CardRow(
                    Rows.uuid(rows, "id"),
                    Rows.uuid(rows, "node_id"),
                    rows.getInt("index"),
                    rows.getString("uuid"),
                    rows.getBoolean("healthy"),
                    rows.getString("pool"),
                    rows.getString("card_model"));
        }
    }
}
