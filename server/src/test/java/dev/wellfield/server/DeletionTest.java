package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.server.RunningServer.Answer;
import dev.wellfield.server.watch.WatchSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Deleting: what is in the way, what stays, and what comes back. */
class DeletionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final RunningServer SERVER = RunningServer.watching(WatchSettings.DEFAULT);

    private static ObjectNode resource(String kind, String name, @Nullable String tenant, String spec) {
        ObjectNode resource = RunningServer.resource(kind, name, tenant);
        resource.set("spec", RunningServer.json(spec));
        return resource;
    }

    private static ObjectNode pool(String name) {
        return resource("Pool", name, null, "{'cardModel': 'T4'}");
    }

    private static ObjectNode node(String name, String pool) {
        return resource(
                "Node",
                name,
                null,
                "{'region': 'north', 'zone': 'z-1', 'simulated': true, 'cpuMilli': 8000,"
                        + " 'memoryMib': 65536, 'cards': [{'index': 0, 'pool': '" + pool + "'}]}");
    }

    private static ObjectNode tenant(String name) {
        return resource(
                "Tenant",
                name,
                null,
                "{'zone': 'Asia/Shanghai', 'priceBook': 'list-2026',"
                        + " 'plans': {'cards': 'by-the-hour', 'tokens': 'by-the-token'}}");
    }

    private static ObjectNode quota(String tenant, String pool) {
        return resource("Quota", pool, tenant, "{'limits': {'CARDS': {'guarantee': 1000, 'ceiling': 1000}}}");
    }

    private static void applied(JsonNode... resources) {
        Answer answer = SERVER.apply(resources);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private static Answer deleteAll(boolean dryRun, ObjectNode... resources) {
        ObjectNode request = (ObjectNode) RunningServer.json("{'resources': []}");
        for (ObjectNode resource : resources) {
            ObjectNode named = request.withArray("resources").addObject();
            named.set("kind", resource.get("kind"));
            named.set("metadata", resource.get("metadata"));
        }
        return SERVER.send("deleteResources", "POST", "/api/v1/delete?dryRun=" + dryRun, SERVER.operator(), request);
    }

    private static Answer delete(String operation, String path, String... headers) {
        return SERVER.send(operation, "DELETE", "/api/v1/" + path, SERVER.operator(), null, headers);
    }

    private static List<String> usedBy(Answer answer) {
        List<String> uses = new ArrayList<>();
        answer.json().path("usedBy").forEach(it -> uses.add(it.asString()));
        return uses;
    }

    private static List<String> names(String operation, String path) {
        List<String> names = new ArrayList<>();
        SERVER.list(operation, "/api/v1/" + path)
                .forEach(it -> names.add(it.at("/metadata/name").asString()));
        return names;
    }

    private static JsonNode named(String operation, String path, String name) {
        for (JsonNode item : SERVER.list(operation, "/api/v1/" + path)) {
            if (item.at("/metadata/name").asString().equals(name)) {
                return item;
            }
        }
        throw new AssertionError("there is no " + name + " in " + path);
    }

    @Test
    void what_still_needs_a_thing_is_told_all_at_once_and_everything_stays() {
        applied(pool("del-a"), node("del-a-1", "del-a"), tenant("del-team-a"), quota("del-team-a", "del-a"));

        Answer answer = delete("deletePool", "pools/del-a");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json().get("code").asString()).isEqualTo("in-use");
        assertThat(answer.json().get("detail").asString())
                .isEqualTo("Pool del-a can't be deleted: node del-a-1 has 1 card in pool del-a (and 1 more).");
        assertThat(usedBy(answer))
                .containsExactly(
                        "node del-a-1 has 1 card in pool del-a", "tenant del-team-a has a quota in pool del-a");
        assertThat(usedBy(delete("deleteNode", "nodes/del-a-1")))
                .containsExactly(
                        "pool del-a would have 0 cards left, but 1 card of it are guaranteed: del-team-a 1 card");
        assertThat(usedBy(delete("deleteTenant", "tenants/del-team-a")))
                .containsExactly("quota del-team-a/del-a is in force");
        assertThat(usedBy(delete("deletePlan", "plans/spot"))).containsExactly("tenant adhoc has plan spot");
        assertThat(usedBy(delete("deletePriceBook", "price-books/list-2026")))
                .contains("tenant adhoc has price book list-2026");
        assertThat(names("listPools", "pools")).contains("del-a");
    }

    @Test
    void things_that_need_each_other_go_together_in_whatever_order_they_are_named_and_come_back_the_same() {
        ObjectNode[] all = {pool("del-b"), node("del-b-1", "del-b"), tenant("del-team-b"), quota("del-team-b", "del-b")
        };
        applied(all);
        String id =
                named("listTenants", "tenants", "del-team-b").at("/metadata/id").asString();

        Answer tried = deleteAll(true, all);
        assertThat(tried.status()).as(tried.body()).isEqualTo(200);
        assertThat(names("listPools", "pools")).contains("del-b");

        Answer done = deleteAll(false, all);
        assertThat(done.json().get("results"))
                .extracting(it -> it.get("action").asString())
                .containsExactly("ARCHIVED", "ARCHIVED", "ARCHIVED", "ENDED");
        assertThat(names("listPools", "pools")).doesNotContain("del-b");
        assertThat(names("listNodes", "nodes")).doesNotContain("del-b-1");
        assertThat(names("listTenants", "tenants")).doesNotContain("del-team-b");
        assertThat(deleteAll(false, all).json().get("results"))
                .extracting(it -> it.get("action").asString())
                .containsOnly("ABSENT");

        Answer again = SERVER.apply(all);
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(again.json().get("results"))
                .extracting(it -> it.get("action").asString())
                .containsOnly("CREATED");
        assertThat(named("listTenants", "tenants", "del-team-b")
                        .at("/metadata/id")
                        .asString())
                .isEqualTo(id);
        assertThat(named("listQuotas", "tenants/del-team-b/quotas", "del-b")
                        .at("/metadata/version")
                        .asInt())
                .as("versions go on: 1, its end, 3")
                .isEqualTo(3);
    }

    @Test
    void a_tenant_that_was_deleted_still_has_its_invoices_and_its_events() {
        applied(tenant("del-team-c"));

        assertThat(delete("deleteTenant", "tenants/del-team-c").status()).isEqualTo(204);

        assertThat(SERVER.send(
                                "previewInvoice",
                                "GET",
                                "/api/v1/tenants/del-team-c/invoice-previews/2026-11",
                                SERVER.operator(),
                                null)
                        .status())
                .isEqualTo(200);
        assertThat(SERVER.list("listInvoiceMonths", "/api/v1/tenants/del-team-c/invoice-previews"))
                .isNotEmpty();
        assertThat(SERVER.list("listInvoicePreviews", "/api/v1/invoice-previews/2026-11"))
                .as("nothing in it")
                .noneMatch(it -> it.get("tenant").asString().equals("del-team-c"));
        assertThat(SERVER.list("listEvents", "/api/v1/events?tenant=del-team-c"))
                .extracting(it -> it.get("type").asString())
                .containsExactlyInAnyOrder("tenant.created", "tenant.deleted");
        assertThat(delete("deleteTenant", "tenants/del-team-c").status()).isEqualTo(404);
        assertThat(SERVER.submit("del-team-c", "{'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 0}}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void an_invitation_to_a_tenant_that_went_and_came_back_is_worth_nothing() {
        applied(tenant("del-invited"));
        String secret = SERVER.send(
                        "inviteMember",
                        "POST",
                        "/api/v1/tenants/del-invited/invitations",
                        SERVER.operator(),
                        RunningServer.json("{'name': 'del-guest', 'role': 'viewer'}"))
                .json()
                .get("secret")
                .asString();

        assertThat(delete("deleteTenant", "tenants/del-invited").status()).isEqualTo(204);
        applied(tenant("del-invited"));

        assertThat(SERVER.send(
                                "readInvitation",
                                "POST",
                                "/api/v1/invitations/read",
                                null,
                                RunningServer.json("{'secret': '" + secret + "'}"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_deletion_made_from_an_old_version_is_refused() {
        applied(pool("del-d"));
        applied(resource("Pool", "del-d", null, "{'cardModel': 'T4', 'description': 'changed'}"));

        assertThat(delete("deletePool", "pools/del-d", "If-Match", "\"1\"").status())
                .isEqualTo(412);
        assertThat(delete("deletePool", "pools/del-d", "If-Match", "\"2\"").status())
                .isEqualTo(204);
    }

    @Test
    void a_subscription_that_has_begun_is_ended_not_deleted() {
        applied(
                tenant("del-team-e"),
                resource(
                        "Subscription",
                        "old",
                        "del-team-e",
                        "{'cardModel': 'T4', 'units': 1, 'term': 'MONTH', 'startsOn': '2026-01-01'}"),
                resource(
                        "Subscription",
                        "coming",
                        "del-team-e",
                        "{'cardModel': 'T4', 'units': 1, 'term': 'MONTH', 'startsOn': '2099-01-01'}"));

        assertThat(usedBy(delete("deleteSubscription", "tenants/del-team-e/subscriptions/old")))
                .containsExactly("subscription del-team-e/old began on 2026-01-01 and invoices are made of it:"
                        + " end it by endsOn instead");
        assertThat(delete("deleteSubscription", "tenants/del-team-e/subscriptions/coming")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void a_model_goes_when_no_key_names_it_any_more() {
        applied(
                tenant("del-team-f"),
                resource("Model", "org/model-7b", "del-team-f", "{'contextTokens': 4096}"),
                resource("ApiKey", "app", "del-team-f", "{'models': ['org/model-7b']}"));
        String model = "tenants/del-team-f/models/org%2Fmodel-7b";

        assertThat(usedBy(delete("deleteModel", model)))
                .containsExactly("key del-team-f/app is for model org/model-7b");
        assertThat(delete("revokeKey", "tenants/del-team-f/keys/app").status()).isEqualTo(204);
        assertThat(delete("deleteModel", model).status()).isEqualTo(204);
        assertThat(names("listModels", "models")).doesNotContain("org/model-7b");
    }

    @Test
    void who_is_deleted_is_out_at_once_and_the_deleter_stays() {
        String token = SERVER.tokenFor("viewer", "data");
        assertThat(SERVER.send("getSession", "GET", "/api/v1/session", token, null)
                        .status())
                .isEqualTo(200);

        assertThat(delete("deletePrincipal", "principals/t-viewer-data").status())
                .isEqualTo(204);

        assertThat(SERVER.send("getSession", "GET", "/api/v1/session", token, null)
                        .status())
                .isEqualTo(401);
        assertThat(usedBy(delete("deletePrincipal", "principals/operator")))
                .containsExactly("you are signed in as principal operator: another operator has to do it");
    }

    private static Path folder(String allocation) throws IOException {
        try (Stream<Path> files = Files.walk(SERVER.data(), 6)) {
            return files.filter(it -> it.endsWith(allocation) && Files.isDirectory(it))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static JsonNode ended(String name, String text) {
        SERVER.submit(
                "data",
                "{'metadata': {'name': '" + name + "'}, 'spec': {'type': 'BATCH', 'command': ['sh', '-c'," + " 'echo "
                        + text + "; sleep 0.2'], 'cards': 1}}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(SERVER.phase("data/" + name)).isEqualTo("SUCCEEDED"));
        return SERVER.workload("data/" + name);
    }

    private static String log(String name) {
        return SERVER.send("readLog", "GET", "/api/v1/tenants/data/workloads/" + name + "/log", SERVER.operator(), null)
                .body();
    }

    @Test
    void a_deleted_workload_frees_its_name_and_its_disk_and_is_still_known_to_usage_and_events() throws Exception {
        JsonNode first = ended("again", "first");
        String allocation = first.at("/status/placement/allocation").asString();
        Path folder = folder(allocation);
        String path = "tenants/data/workloads/again";

        assertThat(delete("deleteWorkload", path + "?dryRun=true").status()).isEqualTo(204);
        assertThat(SERVER.phase("data/again")).isEqualTo("SUCCEEDED");
        assertThat(delete("deleteWorkload", path, "If-Match", "\"1\"").status()).isEqualTo(412);
        assertThat(delete("deleteWorkload", path).status()).isEqualTo(204);

        assertThat(delete("deleteWorkload", path).status()).isEqualTo(404);
        assertThat(names("listWorkloads", "workloads?tenant=data")).doesNotContain("again");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(folder).doesNotExist());
        JsonNode second = ended("again", "second");
        assertThat(second.at("/metadata/id").asString())
                .isNotEqualTo(first.at("/metadata/id").asString());
        assertThat(log("again")).isEqualTo("second\n");
        assertThat(SERVER.list("listCardUsage", "/api/v1/usage/cards?tenant=data"))
                .extracting(it -> it.get("workload").asString())
                .contains("again");
        assertThat(SERVER.list("listEvents", "/api/v1/events?tenant=data&aggregate=workload%2Fagain"))
                .filteredOn(it -> it.get("type").asString().equals("workload.deleted"))
                .singleElement()
                .satisfies(it -> assertThat(it.at("/after/id").asString())
                        .isEqualTo(first.at("/metadata/id").asString()));
        JsonNode trace = SERVER.send(
                        "traceInvoiceLine",
                        "GET",
                        "/api/v1/tenants/data/invoice-previews/"
                                + java.time.YearMonth.now(java.time.ZoneId.of("Asia/Shanghai"))
                                + "/lines/card-hours-a100-40gb",
                        SERVER.operator(),
                        null)
                .json();
        assertThat(trace.get("secondLayer"))
                .as("the record was kept when the folder went: " + trace)
                .allMatch(it -> !it.path("note").asString("").equals("NO_RECORD"));
    }

    @Test
    void a_workload_that_runs_is_not_deleted_and_its_tenant_neither() {
        SERVER.submit(
                "data",
                "{'metadata': {'name': 'del-runs'}, 'spec': {'type': 'BATCH', 'command': ['sleep', '600'],"
                        + " 'cards': 0}}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(SERVER.phase("data/del-runs")).isEqualTo("RUNNING"));

        assertThat(delete("deleteWorkload", "tenants/data/workloads/del-runs")
                        .json()
                        .get("detail")
                        .asString())
                .isEqualTo("Workload data/del-runs has not ended (RUNNING). Cancel it, then delete it.");
        assertThat(usedBy(delete("deleteTenant", "tenants/data")))
                .contains("workload data/del-runs of tenant data has not ended");
        SERVER.send(
                "cancelWorkload", "POST", "/api/v1/tenants/data/workloads/del-runs/cancel", SERVER.operator(), null);
    }
}
