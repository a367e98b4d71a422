package dev.wellfield.store;

import dev.wellfield.core.metering.HeldCards;
import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import dev.wellfield.core.tenancy.PlanType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Allocations with their shares. */
public final class Allocations {
    private static final String SELECT = """
            select a.*, t.name as tenant, p.name as pool, p.card_model, n.name as node,
                   coalesce(w.name, w.deleted_name) as workload
            from allocation a join tenant t on t.id = a.tenant_id join pool p on p.id = a.pool_id
            join node n on n.id = a.node_id join workload w on w.id = a.workload_id
            """;

    private final Handle handle;

    Allocations(Handle handle) {
        this.handle = handle;
    }

    /**
     * An allocation's row.
     *
     * @param failure what kept it from starting
     * @param meteredTo up to when its time has become facts
     * @param ran what the process's own record said, kept when the record was removed
     * @param removedAt when its log and its record were removed from its machine
     */
    public record Row(
            Allocation allocation,
            String workload,
            CardModel model,
            PlanType plan,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            boolean endInferred,
            @Nullable String failure,
            @Nullable Instant meteredTo,
            @Nullable Ran ran,
            @Nullable Instant removedAt) {
        /** The time that its cards are held; empty if its process never started. */
        public Optional<HeldCards> held() {
            return startedAt == null
                    ? Optional.empty()
                    : Optional.of(new HeldCards(allocation, workload, model, plan, startedAt, endedAt, endInferred));
        }
    }

    /** From when to when a process ran by its own account. */
    public record Ran(Instant from, Instant to) {}

    /**
     * Adds an allocation.
     *
     * @throws IllegalStateException if its tenant, node or pool is none of ours
     */
    public void insert(Allocation allocation, PlanType plan, long epoch, Instant now) {
        int added = handle.createUpdate("""
                        insert into allocation (id, workload_id, tenant_id, node_id, pool_id, plan, isolation, simulated,
                               borrowed, cpu_milli, host_memory_mib, epoch, decided_at)
                        select :id, :workload, t.id, n.id, p.id, :plan, :isolation, :simulated, :borrowed, :cpu, :memory,
                               :epoch, :now
                        from tenant t, node n, pool p where t.name = :tenant and n.name = :node and p.name = :pool""")
                .bind("id", allocation.id())
                .bind("workload", allocation.workloadId())
                .bind("tenant", allocation.tenant())
                .bind("node", allocation.node())
                .bind("pool", allocation.pool())
                .bind("plan", plan.name())
                .bind("isolation", allocation.isolation().name())
                .bind("simulated", allocation.simulated())
                .bind("borrowed", allocation.borrowed())
                .bind("cpu", allocation.cpuMilli())
                .bind("memory", allocation.hostMemoryMib())
                .bind("epoch", epoch)
                .bind("now", now)
                .execute();
        if (added != 1) {
            throw new IllegalStateException("allocation " + allocation.id() + " needs tenant " + allocation.tenant()
                    + ", node " + allocation.node() + " and pool " + allocation.pool() + " to exist");
        }
        allocation.shares().forEach(share -> insert(allocation.id(), share));
    }

    private void insert(UUID id, Share share) {
        Slice slice = share.slice();
        handle.createUpdate("""
                        insert into allocation_share (allocation_id, card, memory_mib, compute_permille,
                               bandwidth_permille, whole, slice_profile, slice_start)
                        values (:id, :card, :memory, :compute, :bandwidth, :whole, :profile, :start)""")
                .bind("id", id)
                .bind("card", share.card())
                .bind("memory", share.memoryMib())
                .bind("compute", share.computePermille())
                .bind("bandwidth", share.bandwidthPermille())
                .bind("whole", share.whole())
                .bind("profile", slice == null ? null : slice.profile())
                .bind("start", slice == null ? null : slice.start())
                .execute();
    }

    /** Its process runs since then; what was said first counts. */
    public void started(UUID id, Instant at) {
        handle.createUpdate("update allocation set started_at = :at where id = :id and started_at is null")
                .bind("id", id)
                .bind("at", at)
                .execute();
    }

    /** It is over; {@code inferred} where nobody saw the end. */
    public void ended(UUID id, Instant at, boolean inferred) {
        handle.createUpdate("""
                        update allocation set ended_at = greatest(:at, started_at), end_inferred = :inferred
                        where id = :id and ended_at is null""")
                .bind("id", id)
                .bind("at", at)
                .bind("inferred", inferred)
                .execute();
    }

    /** Why it couldn't be started, in words that its owner can act on. */
    public void failed(UUID id, String failure) {
        handle.createUpdate("update allocation set failure = :failure where id = :id")
                .bind("id", id)
                .bind("failure", failure)
                .execute();
    }

    /** Its time has become facts up to {@code to}. */
    public void meteredTo(UUID id, Instant to) {
        handle.createUpdate("update allocation set metered_to = :to where id = :id")
                .bind("id", id)
                .bind("to", to)
                .execute();
    }

    /** Those with these ids. */
    public Map<UUID, Row> find(Collection<UUID> ids) {
        if (ids.isEmpty()) {
            return Map.of();
        }
        return rows("where a.id = any(:ids)", Map.of("ids", ids.toArray(UUID[]::new))).stream()
                .collect(Collectors.toMap(row -> row.allocation().id(), row -> row));
    }

    /** Those that are held now: decided, and not over. */
    public List<Row> held() {
        return rows("where a.ended_at is null and w.ended_at is null", Map.of());
    }

    /** Those that run, or whose time isn't wholly in facts yet. */
    public List<Row> unmetered() {
        return unmetered(null);
    }

    /** The same; only one tenant's if {@code tenant} is given. */
    public List<Row> unmetered(@Nullable String tenant) {
        String unmetered =
                "where a.started_at is not null and (a.ended_at is null or a.metered_to is distinct from a.ended_at)";
        return tenant == null
                ? rows(unmetered, Map.of())
                : rows(unmetered + " and t.name = :tenant", Map.of("tenant", tenant));
    }

    /** Those whose process runs now; only one tenant's if {@code tenant} is given. */
    public List<Row> running(@Nullable String tenant) {
        return tenant == null
                ? rows("where a.started_at is not null and a.ended_at is null", Map.of())
                : rows(
                        "where a.started_at is not null and a.ended_at is null and t.name = :tenant",
                        Map.of("tenant", tenant));
    }

    private List<Row> rows(String where, Map<String, ?> bindings) {
        List<RowWithoutShares> rows = handle.createQuery(SELECT + where + " order by a.decided_at, a.id")
                .bindMap(bindings)
                .map((row, context) -> RowWithoutShares.of(row))
                .list();
        Map<UUID, List<Share>> shares =
                shares(rows.stream().map(RowWithoutShares::id).toList());
        return rows.stream()
                .map(row -> row.with(shares.getOrDefault(row.id(), List.of())))
                .toList();
    }

    private Map<UUID, List<Share>> shares(List<UUID> ids) {
        return handle
                .createQuery("select * from allocation_share where allocation_id = any(:ids) order by card")
                .bind("ids", ids.toArray(UUID[]::new))
                .map((rows, context) -> Map.entry(Rows.uuid(rows, "allocation_id"), share(rows)))
                .list()
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    private static Share share(ResultSet rows) throws SQLException {
        String profile = rows.getString("slice_profile");
        return new Share(
                rows.getInt("card"),
                rows.getLong("memory_mib"),
                rows.getInt("compute_permille"),
                rows.getInt("bandwidth_permille"),
                rows.getBoolean("whole"),
                profile == null ? null : new Slice(profile, rows.getInt("slice_start")));
    }

    private record RowWithoutShares(
            UUID id,
            UUID workloadId,
            String tenant,
            String pool,
            String node,
            Isolation isolation,
            boolean simulated,
            boolean borrowed,
            long cpuMilli,
            long hostMemoryMib,
            String workload,
            CardModel model,
            PlanType plan,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            boolean endInferred,
            @Nullable String failure,
            @Nullable Instant meteredTo,
            @Nullable Ran ran,
            @Nullable Instant removedAt) {
        static RowWithoutShares of(ResultSet rows) throws SQLException {
            return new RowWithoutShares(
                    Rows.uuid(rows, "id"),
                    Rows.uuid(rows, "workload_id"),
                    rows.getString("tenant"),
                    rows.getString("pool"),
                    rows.getString("node"),
                    Isolation.valueOf(rows.getString("isolation")),
                    rows.getBoolean("simulated"),
                    rows.getBoolean("borrowed"),
                    rows.getLong("cpu_milli"),
                    rows.getLong("host_memory_mib"),
                    rows.getString("workload"),
                    Objects.requireNonNull(
                            Catalogue.find(rows.getString("card_model")).orElse(null)),
                    PlanType.valueOf(rows.getString("plan")),
                    Rows.instantOrNull(rows, "started_at"),
                    Rows.instantOrNull(rows, "ended_at"),
                    rows.getBoolean("end_inferred"),
                    rows.getString("failure"),
                    Rows.instantOrNull(rows, "metered_to"),
                    ran(rows),
                    Rows.instantOrNull(rows, "removed_at"));
        }

        private static @Nullable Ran ran(ResultSet rows) throws SQLException {
            Instant from = Rows.instantOrNull(rows, "record_started_at");
            Instant to = Rows.instantOrNull(rows, "record_ended_at");
            return from == null || to == null ? null : new Ran(from, to);
        }

        Row with(List<Share> shares) {
            Allocation allocation = new Allocation(
                    id,
                    workloadId,
                    tenant,
                    pool,
                    node,
                    shares,
                    isolation,
                    simulated,
                    borrowed,
                    cpuMilli,
                    hostMemoryMib);
            return new Row(
                    allocation,
                    workload,
                    model,
                    plan,
                    startedAt,
                    endedAt,
                    endInferred,
                    failure,
                    meteredTo,
                    ran,
                    removedAt);
        }
    }
}
