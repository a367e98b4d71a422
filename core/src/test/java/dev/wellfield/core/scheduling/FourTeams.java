package dev.wellfield.core.scheduling;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.tenancy.Limit;
import dev.wellfield.core.tenancy.Plan;
import dev.wellfield.core.tenancy.PlanType;
import dev.wellfield.core.tenancy.Quota;
import dev.wellfield.core.tenancy.Quota.OverQuota;
import dev.wellfield.core.tenancy.Tenant;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The example of examples/four-teams.yaml: eight simulated A100-40GB, NVLink in two groups of four, shared by a training team
 * with three cards guaranteed, an inference team with two halves, a data team with one card at most, and an ad hoc team that
 * takes what is left, at most two cards.
 */
public final class FourTeams {
    public static final String POOL = "a100";
    public static final CardModel A100 = Catalogue.find("A100-40GB").orElseThrow();
    public static final List<String> TEAMS = List.of("training", "inference", "data", "adhoc");

    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    private FourTeams() {}

    public static Resources resources() {
        return resources(node("server-1", A100, 8), quotas());
    }

    public static Resources resources(Node node, List<Quota> quotas) {
        return resources(List.of(node), quotas);
    }

    public static Resources resources(List<Node> nodes, List<Quota> quotas) {
        return new Resources(
                Map.of(POOL, A100),
                nodes,
                Resources.byName(TEAMS.stream().map(FourTeams::tenant).toList()),
                quotas);
    }

    /** A simulated node whose cards hang together in two halves, by NVLink and by NUMA. */
    public static Node node(String name, CardModel model, int cards) {
        List<Card> all = new ArrayList<>();
        for (int index = 0; index < cards; index++) {
            all.add(new Card(new UUID(name.hashCode(), index), index, POOL, model, null, index * 2 / cards, true));
        }
        List<Set<Integer>> groups = cards == 8 ? List.of(Set.of(0, 1, 2, 3), Set.of(4, 5, 6, 7)) : List.of();
        return new Node(
                new UUID(0, name.hashCode()), name, "north", "beijing-1", true, false, 64_000, 524_288, all, groups);
    }

    public static Tenant tenant(String name) {
        PlanType cards = switch (name) {
            case "training", "inference" -> PlanType.RESERVED;
            case "data" -> PlanType.PAY_AS_YOU_GO;
            default -> PlanType.SPOT;
        };
        PlanType tokens = name.equals("adhoc") ? PlanType.UNLIMITED : PlanType.PAY_AS_YOU_GO;
        return new Tenant(
                new UUID(1, name.hashCode()),
                name,
                null,
                TEAMS.indexOf(name),
                SHANGHAI,
                "list-2026",
                new Plan("cards", cards),
                new Plan("tokens", tokens),
                name.equals("inference"),
                null);
    }

    public static List<Quota> quotas() {
        return List.of(
                quota(
                        "training",
                        35_840L,
                        OverQuota.QUEUE,
                        Map.of(
                                Dimension.CARDS, limit(3000, 3000L),
                                Dimension.MEMORY, limit(107_520, 107_520L),
                                Dimension.COMPUTE, limit(3000, 3000L))),
                quota(
                        "inference",
                        20_480L,
                        OverQuota.QUEUE,
                        Map.of(
                                Dimension.CARDS, limit(1000, 1000L),
                                Dimension.MEMORY, limit(40_960, 40_960L),
                                Dimension.COMPUTE, limit(1000, 1000L))),
                quota(
                        "data",
                        null,
                        OverQuota.QUEUE,
                        Map.of(
                                Dimension.CARDS, limit(0, 1000L),
                                Dimension.MEMORY, limit(0, 40_960L),
                                Dimension.CPU, limit(0, 8000L))),
                quota(
                        "adhoc",
                        null,
                        OverQuota.REFUSE,
                        Map.of(
                                Dimension.CARDS, limit(0, 2000L),
                                Dimension.MEMORY, limit(0, 81_920L))));
    }

    public static Quota quota(
            String tenant, @Nullable Long memoryPerCardMib, OverQuota overQuota, Map<Dimension, Limit> limits) {
        return new Quota(tenant, POOL, limits, memoryPerCardMib, overQuota, 1);
    }

    /** The quotas of the example, but for one. */
    public static List<Quota> quotasWith(Quota other) {
        List<Quota> quotas = new ArrayList<>(quotas());
        quotas.removeIf(quota -> quota.tenant().equals(other.tenant()));
        quotas.add(other);
        return quotas;
    }

    public static Limit limit(long guarantee, @Nullable Long ceiling) {
        return new Limit(guarantee, ceiling);
    }

    /** A workload of the example's pool that waits, its request in exact numbers. */
    public static Workload workload(UUID id, String tenant, String name, WorkloadSpec spec, Instant at) {
        return workload(resources(), id, tenant, name, spec, at);
    }

    static Workload workload(Resources resources, UUID id, String tenant, String name, WorkloadSpec spec, Instant at) {
        Quota quota = resources.quota(tenant, POOL).orElseThrow();
        CardModel model = resources.pools().getOrDefault(POOL, A100);
        return switch (AskCheck.check(tenant, spec, quota, model, List.of())) {
            case AskCheck.Result.Valid(Ask ask) ->
                new Workload(id, tenant, name, spec, ask, "engineer", at, new WorkloadState.Queued());
            case AskCheck.Result.Invalid(List<Violation> violations) ->
                throw new IllegalArgumentException(violations.toString());
        };
    }
}
