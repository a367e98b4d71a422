package dev.wellfield.store;

import dev.wellfield.core.pool.Allocation;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.pool.Slice;
import dev.wellfield.core.scheduling.Ask;
import dev.wellfield.core.scheduling.AskCheck;
import dev.wellfield.core.scheduling.Resources;
import dev.wellfield.core.scheduling.Workload;
import dev.wellfield.core.scheduling.WorkloadState;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** What tests declare: a pool of two simulated cards, two tenants with quotas, a model, and workloads of theirs. */
final class Declared {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");

    static final UUID POOL = new UUID(1, 1);
    static final UUID NODE = new UUID(1, 2);
    static final UUID VISION = new UUID(1, 3);
    static final UUID SPEECH = new UUID(1, 4);
    static final UUID MODEL = new UUID(1, 5);

    private Declared() {}

    static void in(Database database) {
        database.transaction(tx -> {
            DeclaredResources declared = tx.declared();
            declared.insertPlan(new UUID(2, 1), "reserved", json("{'type': 'RESERVED', 'for': 'CARDS'}"), NOW);
            declared.insertPlan(new UUID(2, 2), "by-token", json("{'type': 'PAY_AS_YOU_GO', 'for': 'TOKENS'}"), NOW);
            declared.insertPriceBook(new UUID(2, 3), "list", json("{'currency': 'CNY'}"), NOW);
            declared.insertPool(POOL, "a100", json("{'cardModel': 'A100-40GB'}"), NOW);
            declared.insertNode(NODE, "server-1", node(), NOW);
            declared.putCard(new UUID(3, 0), NODE, 0, POOL, null);
            declared.putCard(new UUID(3, 1), NODE, 1, POOL, null);
            declared.insertTenant(VISION, "vision", tenant(), NOW);
            declared.insertTenant(SPEECH, "speech", tenant(), NOW);
            declared.insertModel(MODEL, VISION, "chat", json("{'contextTokens': 8192, 'published': true}"), NOW);
            tx.quotas().add(VISION, POOL, 1, json("{'limits': {'CARDS': {'guarantee': 1000}}}"), "operator", NOW);
            return null;
        });
    }

    static JsonNode node() {
        return json("""
                {'region': 'north', 'zone': 'beijing-1', 'simulated': true, 'cpuMilli': 64000, 'memoryMib': 524288,
                 'cards': [{'index': 0, 'pool': 'a100'}, {'index': 1, 'pool': 'a100', 'numaNode': 1}],
                 'nvlinkGroups': [[0, 1]]}""");
    }

    static JsonNode tenant() {
        return json("""
                {'zone': 'Asia/Shanghai', 'priceBook': 'list', 'plans': {'cards': 'reserved', 'tokens': 'by-token'},
                 'concurrentRequests': 64}""");
    }

    /** Single quotes read better in Java. */
    static JsonNode json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    static final JsonNode SPEC =
            json("{'type': 'BATCH', 'command': ['sh', '-c', 'exit 0'], 'cards': 2, 'share': {'memoryMib': 4096}}");

    /** A workload of {@code tenant} that waits; {@link #SPEC} is its spec. */
    static Workload workload(Database database, UUID id, String tenant, String name, Instant at) {
        Resources resources = database.snapshot(tx -> tx.declared().resources(false));
        var quota = resources.quota("vision", "a100").orElseThrow();
        var model = resources.pools().get("a100");
        if (model == null) {
            throw new IllegalStateException("pool a100 has no model");
        }
        Ask ask = ((AskCheck.Result.Valid) AskCheck.check(tenant, WorkloadSpecs.spec(SPEC), quota, model, List.of()))
                .ask();
        return new Workload(
                id, tenant, name, WorkloadSpecs.spec(SPEC), ask, "engineer", at, new WorkloadState.Queued());
    }

    static Workload in(WorkloadState state, Workload workload) {
        return new Workload(
                workload.id(),
                workload.tenant(),
                workload.name(),
                workload.spec(),
                workload.ask(),
                workload.submittedBy(),
                workload.submittedAt(),
                state);
    }

    /** Adds a workload that waits. */
    static Workload submitted(Database database, String tenant, String name, Instant at) {
        Workload workload = workload(database, UUID.randomUUID(), tenant, name, at);
        UUID tenantId = tenant.equals("vision") ? VISION : SPEECH;
        database.transaction(tx -> tx.workloads().insert(workload, tenantId, SPEC));
        return workload;
    }

    /** A soft share of one card and a slice of the other. */
    static Allocation allocation(UUID id, Workload workload) {
        return new Allocation(
                id,
                workload.id(),
                workload.tenant(),
                "a100",
                "server-1",
                List.of(
                        new Share(0, 4096, 100, 90, false, null),
                        new Share(1, 4864, 142, 125, false, new Slice("1g.5gb", 6))),
                Isolation.SOFT,
                true,
                true,
                1000,
                1024);
    }
}
