package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.RunningServer.Answer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Resources as files: idempotent, all or nothing, with every mistake named at once. */
class ApplyTest {
    private static final RunningServer SERVER = RunningServer.shared();

    private static ObjectNode resource(String kind, String name, String tenant, String spec) {
        ObjectNode resource = RunningServer.resource(kind, name, tenant.isEmpty() ? null : tenant);
        resource.set("spec", RunningServer.json(spec));
        return resource;
    }

    private static String actions(Answer answer) {
        StringBuilder actions = new StringBuilder();
        for (JsonNode result : answer.json().get("results")) {
            actions.append(result.get("action").asString()).append(' ');
        }
        return actions.toString().trim();
    }

    @Test
    void applying_the_example_again_changes_nothing_and_shows_no_secret() {
        Answer answer = SERVER.send("apply", "POST", "/api/v1/apply", SERVER.operator(), RunningServer.example());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("sk-wf-");
        for (JsonNode result : answer.json().get("results")) {
            assertThat(result.get("action").asString()).isEqualTo("UNCHANGED");
        }
    }

    @Test
    void a_dry_run_shows_the_difference_and_changes_nothing() {
        ObjectNode changed = resource("PriceBook", "dry", "", "{'currency': 'CNY'}");
        ObjectNode request = JsonMapper.shared().createObjectNode();
        request.putArray("resources").add(changed);

        Answer first = SERVER.send("apply", "POST", "/api/v1/apply?dryRun=true", SERVER.operator(), request);
        Answer second = SERVER.send("apply", "POST", "/api/v1/apply?dryRun=true", SERVER.operator(), request);

        assertThat(actions(first)).isEqualTo("CREATED");
        assertThat(actions(second)).isEqualTo("CREATED");
    }

    @Test
    void a_node_may_not_lose_cards_that_are_guaranteed() {
        ObjectNode node = resource("Node", "server-1", "", """
                {'region': 'north', 'zone': 'beijing-1', 'simulated': true, 'cpuMilli': 64000, 'memoryMib': 524288,
                 'cards': [{'index': 0, 'pool': 'a100'}]}""");

        Answer answer = SERVER.apply(node);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("1 card left in pool a100");
        assertThat(answer.expected("/resources/0/spec/cards"))
                .isEqualTo("at least 4 cards, which are guaranteed: inference 1 card, training 3 cards");
        assertThat(SERVER.list("listCards", "/api/v1/cards")).hasSize(8);
    }

    @Test
    void every_mistake_is_named_and_nothing_is_half_done() {
        Answer answer = SERVER.apply(
                resource("Pool", "half-done", "", "{'cardModel': 'T4'}"),
                resource("Pool", "h200", "", "{'cardModel': 'H200'}"),
                resource("Tenant", "nowhere", "", """
                        {'zone': 'Mars/Base', 'priceBook': 'none', 'plans': {'cards': 'by-the-token', 'tokens': 'none'}}"""),
                resource("Quota", "a100", "training", "{'limits': {'CARDS': {'guarantee': 2, 'ceiling': 1}}}"),
                resource("Quota", "a100", "adhoc", "{'limits': {'CARDS': {'guarantee': 9000}}}"),
                resource(
                        "Principal",
                        "odd",
                        "",
                        "{'bindings': [{'role': 'engineer'}, {'role': 'operator', 'tenant': 'data'}]}"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.expected("/resources/1/spec/cardModel")).contains("A100-40GB");
        assertThat(answer.expected("/resources/2/spec/zone")).contains("IANA");
        assertThat(answer.expected("/resources/2/spec/priceBook")).isNotEmpty();
        assertThat(answer.expected("/resources/2/spec/plans/cards")).contains("cards");
        assertThat(answer.expected("/resources/2/spec/plans/tokens")).contains("tokens");
        assertThat(answer.expected("/resources/3/spec/limits/CARDS/ceiling"))
                .isEqualTo("at least the guarantee, 0.002 cards");
        assertThat(answer.expected("/resources/4/spec/limits/CARDS/guarantee"))
                .isEqualTo("at most 4 cards: pool a100 has 8 cards, others are guaranteed 4 cards");
        assertThat(answer.expected("/resources/5/spec/bindings/0/tenant")).contains("engineer");
        assertThat(answer.expected("/resources/5/spec/bindings/1/tenant")).contains("platform");
        assertThat(SERVER.send("listPools", "GET", "/api/v1/pools", SERVER.operator(), null)
                        .body())
                .doesNotContain("half-done");
    }

    @Test
    void a_missing_version_hides_nothing_else() {
        ObjectNode pool = resource("Pool", "nameless", "", "{'colour': 'red'}");
        pool.remove("apiVersion");
        ObjectNode tenant = resource("Tenant", "Loud", "", "{'zone': 'UTC'}");

        Answer answer = SERVER.apply(pool, tenant);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.expected("/resources/0/apiVersion")).contains("wellfield.dev/v1");
        assertThat(answer.expected("/resources/0/spec/colour")).contains("no field of this name");
        assertThat(answer.expected("/resources/0/spec/cardModel")).contains("required");
        assertThat(answer.expected("/resources/1/metadata/name")).isNotEmpty();
        assertThat(answer.expected("/resources/1/spec/priceBook")).contains("required");
    }

    @Test
    void a_version_that_is_stale_is_refused() {
        ObjectNode plan = resource("Plan", "stale", "", "{'type': 'SPOT', 'for': 'CARDS'}");
        SERVER.apply(plan);
        plan.withObject("metadata").put("version", 0);

        Answer answer = SERVER.apply(plan);

        assertThat(answer.status()).isEqualTo(412);
        assertThat(answer.json().get("detail").asString()).contains("version 1");
    }

    @Test
    void a_quota_changes_by_version_and_a_stale_one_is_refused() {
        SERVER.apply(resource("Pool", "t4", "", "{'cardModel': 'T4'}"), resource("Tenant", "versioned", "", """
                {'zone': 'UTC', 'priceBook': 'list-2026', 'plans': {'cards': 'spot', 'tokens': 'by-the-token'}}"""));
        String path = "/api/v1/tenants/versioned/quotas/t4";
        JsonNode spec = RunningServer.json("{'limits': {'CARDS': {'ceiling': 1000}}}");

        Answer first = SERVER.send("putQuota", "PUT", path, SERVER.operator(), spec, "If-Match", "\"0\"");
        Answer again = SERVER.send("putQuota", "PUT", path, SERVER.operator(), spec, "If-Match", "\"0\"");
        Answer next = SERVER.send(
                "putQuota",
                "PUT",
                path,
                SERVER.operator(),
                RunningServer.json("{'limits': {'CARDS': {'ceiling': 2000}}}"),
                "If-Match",
                first.headers().firstValue("ETag").orElseThrow());

        assertThat(first.status()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(412);
        assertThat(next.json().get("metadata").get("version").asInt()).isEqualTo(2);
    }

    @Test
    void the_same_resource_twice_in_one_request_is_refused() {
        ObjectNode plan = resource("Plan", "twice", "", "{'type': 'SPOT', 'for': 'CARDS'}");

        Answer answer = SERVER.apply(plan, plan.deepCopy());

        assertThat(answer.expected("/resources/1/metadata/name")).contains("once");
    }
}
