package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.RunningServer.Answer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What several people do at the same moment: each is told what is so in the end, and nobody of an error of ours. */
class AtOnceTest {
    private static final RunningServer SERVER = RunningServer.shared();
    private static final int ROUNDS = 25;

    private static String fresh(String word) {
        return word + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    private static ObjectNode resource(String kind, String name, String tenant, String spec) {
        ObjectNode resource = RunningServer.resource(kind, name, tenant.isEmpty() ? null : tenant);
        resource.set("spec", RunningServer.json(spec));
        return resource;
    }

    private static ObjectNode tenant(String name) {
        return resource(
                "Tenant",
                name,
                "",
                "{'zone': 'Asia/Shanghai', 'priceBook': 'list-2026',"
                        + " 'plans': {'cards': 'by-the-hour', 'tokens': 'by-the-token'}}");
    }

    private static void applied(JsonNode... resources) {
        Answer answer = SERVER.apply(resources);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private static Answer send(String operation, String method, String path, String body, String... headers) {
        return SERVER.send(
                operation, method, path, SERVER.operator(), body.isEmpty() ? null : RunningServer.json(body), headers);
    }

    private static Answer delete(String body) {
        return send("deleteResources", "POST", "/api/v1/delete", body);
    }

    /** Two calls that begin together, as near as can be. */
    private static List<Answer> together(Supplier<Answer> one, Supplier<Answer> other) {
        CyclicBarrier start = new CyclicBarrier(2);
        CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> after(start, one));
        CompletableFuture<Answer> second = CompletableFuture.supplyAsync(() -> after(start, other));
        return List.of(first.join(), second.join());
    }

    private static Answer after(CyclicBarrier start, Supplier<Answer> call) {
        try {
            start.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return call.get();
    }

    @Test
    void a_principal_is_applied_while_its_roles_in_a_tenant_change() {
        String name = fresh("busy");
        applied(resource("Principal", name, "", "{'bindings': [{'role': 'viewer', 'tenant': 'training'}]}"));

        for (int round = 0; round < ROUNDS; round++) {
            String title =
                    "{'displayName': 'Round " + round + "', 'bindings': [{'role': 'viewer', 'tenant': 'training'}]}";
            String role = round % 2 == 0 ? "engineer" : "viewer";
            List<Answer> answers = together(
                    () -> SERVER.apply(resource("Principal", name, "", title)),
                    () -> send(
                            "putMember",
                            "PUT",
                            "/api/v1/tenants/training/members/" + name,
                            "{'roles': ['" + role + "']}"));

            assertThat(answers)
                    .extracting(Answer::status)
                    .as("round %d: %s", round, answers)
                    .containsOnly(200);
        }
    }

    @Test
    void guarantees_that_fit_alone_but_not_together_are_never_both_given() {
        String pool = fresh("narrow");
        String one = fresh("one");
        String other = fresh("other");
        applied(
                resource("Pool", pool, "", "{'cardModel': 'T4'}"),
                resource(
                        "Node",
                        pool,
                        "",
                        "{'region': 'north', 'zone': 'z-1', 'simulated': true, 'cpuMilli': 8000, 'memoryMib': 65536,"
                                + " 'cards': [{'index': 0, 'pool': '" + pool + "'}]}"),
                tenant(one),
                tenant(other));

        for (int round = 0; round < ROUNDS; round++) {
            List<Answer> answers = together(() -> quota(one, pool), () -> quota(other, pool));

            assertThat(answers)
                    .extracting(Answer::status)
                    .as("round %d: %s", round, answers)
                    .containsExactlyInAnyOrder(200, 400);
            assertThat(delete("{'resources': [" + named("Quota", pool, one) + ", " + named("Quota", pool, other) + "]}")
                            .status())
                    .isEqualTo(200);
        }
    }

    private static Answer quota(String tenant, String pool) {
        return SERVER.apply(resource("Quota", pool, tenant, "{'limits': {'CARDS': {'guarantee': 1000}}}"));
    }

    private static String named(String kind, String name, String tenant) {
        return "{'kind': '" + kind + "', 'metadata': {'name': '" + name + "'"
                + (tenant.isEmpty() ? "" : ", 'tenant': '" + tenant + "'") + "}}";
    }

    @Test
    void nothing_is_submitted_to_a_tenant_that_is_deleted_in_the_same_moment() {
        for (int round = 0; round < ROUNDS; round++) {
            String team = fresh("fleeting");
            applied(
                    tenant(team),
                    resource("Quota", "a100", team, "{'limits': {'CARDS': {'ceiling': 1000}}, 'overQuota': 'QUEUE'}"));

            List<Answer> answers = together(
                    () -> SERVER.submit(team, "{'spec': {'type': 'TRAINING', 'cards': 1, 'command': ['true']}}"),
                    () -> delete("{'resources': [" + named("Tenant", team, "") + ", " + named("Quota", "a100", team)
                            + "]}"));

            boolean submitted = answers.getFirst().status() == 201;
            assertThat(answers.getLast().status())
                    .as("round %d: %s", round, answers)
                    .isEqualTo(submitted ? 409 : 200);
            assertThat(answers.getFirst().status())
                    .as(answers.getFirst().body())
                    .isIn(201, 400, 404);
        }
    }
}
