package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.core.watch.Rule;
import dev.wellfield.core.watch.Rule.Code;
import dev.wellfield.core.watch.Rule.Severity;
import dev.wellfield.server.Receiver.Message;
import dev.wellfield.server.RunningServer.Answer;
import dev.wellfield.server.watch.WatchSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.StreamSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Alerts of real workloads, from what is seen of them to who is told, with rules that don't wait for long. */
class WatchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final RunningServer SERVER = RunningServer.watching(new WatchSettings(
            List.of(
                    new Rule(Code.QUOTA_HIGH, Severity.WARNING, 800, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                    new Rule(Code.ENGINE_DOWN, Severity.CRITICAL, 0, Duration.ofSeconds(1), Duration.ofSeconds(1))),
            Duration.ofMillis(250)));

    private static Answer alert(String name, @Nullable String token) {
        return SERVER.send("getAlert", "GET", "/api/v1/alerts/" + name, token, null);
    }

    private static JsonNode reaches(String name, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Answer answer = alert(name, SERVER.operator());
            assertThat(answer.status()).as(name).isEqualTo(200);
            assertThat(answer.json().get("state").asString()).as(name).isEqualTo(state);
        });
        return alert(name, SERVER.operator()).json();
    }

    private static void cancel(String path) {
        String[] parts = path.split("/");
        SERVER.send(
                "cancelWorkload",
                "POST",
                "/api/v1/tenants/" + parts[0] + "/workloads/" + parts[1] + "/cancel",
                SERVER.operator(),
                null);
    }

    private static final JsonNode NOTE = RunningServer.json("{'note': 'looking at it'}");

    private static Answer acknowledge(String name, String token) {
        return SERVER.send("acknowledgeAlert", "POST", "/api/v1/alerts/" + name + "/acknowledge", token, NOTE);
    }

    private static List<String> texts(JsonNode items, String field) {
        return StreamSupport.stream(items.spliterator(), false)
                .map(it -> it.get(field).asString())
                .toList();
    }

    private static ObjectNode webhook(String name, String spec) {
        ObjectNode webhook = RunningServer.resource("Webhook", name, null);
        webhook.set("spec", RunningServer.json(spec));
        return webhook;
    }

    /** Returns the secret. */
    private static String hooked(String name, Receiver receiver) {
        Answer applied = SERVER.apply(webhook(name, "{'url': '%s', 'events': ['alerts']}".formatted(receiver.url())));
        return applied.json().get("results").get(0).get("secret").asString();
    }

    private static void unhook(String name, Receiver receiver) {
        SERVER.apply(webhook(name, "{'url': '%s', 'events': ['alerts'], 'active': false}".formatted(receiver.url())));
    }

    @Test
    void a_quota_that_is_used_up_is_told_signed_acknowledged_and_over_when_it_is_free_again() {
        String name = "quota-high.training.a100.cards";
        try (Receiver receiver = new Receiver(204)) {
            String secret = hooked("quota-hook", receiver);
            SERVER.submit(
                    "training",
                    "{'metadata': {'name': 'big'}, 'spec': {'type': 'TRAINING', 'command': ['sleep', '1000'], 'cards': 3}}");

            JsonNode firing = reaches(name, "FIRING");
            assertThat(firing.get("tenant").asString()).isEqualTo("training");
            assertThat(firing.get("value").asLong()).isEqualTo(1000);
            assertThat(firing.get("threshold").asLong()).isEqualTo(800);
            assertThat(firing.get("signal")).isEqualTo(RunningServer.json("""
                    {'kind': 'QUOTA', 'tenant': 'training', 'pool': 'a100', 'dimension': 'CARDS', 'used': 3000, 'limit': 3000,
                     'limitKind': 'CEILING', 'usedPermille': 1000}"""));
            assertThat(metrics())
                    .contains(
                            "wellfield_alerts{rule=\"QUOTA_HIGH\",severity=\"WARNING\",tenant=\"training\",state=\"FIRING\",simulated=\"false\"} 3");

            String engineer = SERVER.tokenFor("engineer", "training");
            JsonNode acknowledged = acknowledge(name, engineer).json();
            assertThat(acknowledged.get("acknowledgedBy").asString()).isEqualTo("t-engineer-training");
            assertThat(acknowledged.get("acknowledgedNote").asString()).isEqualTo("looking at it");
            assertThat(acknowledge(name, SERVER.operator())
                            .json()
                            .get("acknowledgedBy")
                            .asString())
                    .isEqualTo("t-engineer-training");

            cancel("training/big");
            JsonNode resolved = reaches(name, "RESOLVED");
            assertThat(resolved.get("acknowledgedBy").asString()).isEqualTo("t-engineer-training");
            assertThat(acknowledge(name, engineer).status()).isEqualTo(409);
            assertThat(texts(
                            SERVER.list("listEvents", "/api/v1/events?tenant=training&aggregate=alert/" + name),
                            "type"))
                    .containsExactly("alert.resolved", "alert.acknowledged", "alert.firing");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(receiver.about(name))
                            .extracting(Message::type)
                            .containsExactlyInAnyOrder("alert.firing", "alert.acknowledged", "alert.resolved"));
            assertThat(receiver.about(name)).allSatisfy(message -> {
                assertThat(message.signature()).isEqualTo(signature(secret, message));
                assertThat(message.path()).isEqualTo("/hook");
            });
            assertThat(metrics()).contains("wellfield_webhook_deliveries{webhook=\"quota-hook\",state=\"FAILED\"} 0");
            unhook("quota-hook", receiver);
        }
    }

    private static String metrics() {
        return SERVER.send("getMetrics", "GET", "/metrics", SERVER.operator(), null)
                .body();
    }

    private static String signature(String secret, Message message) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        String signed = message.id() + "." + message.timestamp() + "." + message.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }

    /** A web server of the JDK that lists one file, which is all that the probe asks for. */
    private static void engine(String name) {
        String java = ProcessHandle.current().info().command().orElseThrow();
        SERVER.submit("inference", """
                {'metadata': {'name': '%s'}, 'spec': {'type': 'INFERENCE', 'cards': 0, 'graceSeconds': 1, 'command': ['sh', '-c',
                 'mkdir -p site/v1; echo {} > site/v1/models; exec %s -m jdk.httpserver -b 127.0.0.1 -p $WELLFIELD_PORT -d $PWD/site -o none'],
                 'serves': {'model': 'qwen2.5-7b-instruct'}}}""".formatted(name, java));
    }

    private static String life(String workload) {
        for (JsonNode item : SERVER.list("listSignals", "/api/v1/signals?tenant=inference&kind=ENGINE")) {
            if (item.get("name").asString().equals("engine.inference." + workload)) {
                return item.get("signal").get("life").asString();
            }
        }
        return "";
    }

    private static ProcessHandle process(String workload) {
        String port = SERVER.workload("inference/" + workload)
                .get("status")
                .get("placement")
                .get("port")
                .asString();
        return ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").contains("jdk.httpserver -b 127.0.0.1 -p " + port))
                .findFirst()
                .orElseThrow();
    }

    private static void signal(String signal, ProcessHandle process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void an_engine_that_stops_answering_is_down_until_it_answers_again() throws Exception {
        engine("stuck");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(life("stuck")).isEqualTo("READY"));
        ProcessHandle process = process("stuck");

        signal("STOP", process);
        JsonNode firing = reaches("engine-down.inference.stuck", "FIRING");
        assertThat(firing.get("severity").asString()).isEqualTo("CRITICAL");
        assertThat(firing.get("signal").get("life").asString()).isEqualTo("SILENT");
        assertThat(firing.get("value").asLong()).isBetween(10L, 60L);
        signal("CONT", process);

        reaches("engine-down.inference.stuck", "RESOLVED");
        cancel("inference/stuck");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(life("stuck")).isEmpty());
    }

    @Test
    void an_engine_that_ends_by_itself_is_down_until_another_takes_its_place() {
        engine("first");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(life("first")).isEqualTo("READY"));

        process("first").destroyForcibly();
        JsonNode firing = reaches("engine-down.inference.first", "FIRING");
        assertThat(firing.get("signal").get("life").asString()).isEqualTo("GONE");

        engine("second");
        reaches("engine-down.inference.first", "RESOLVED");
        cancel("inference/second");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(life("second")).isEmpty());
        assertThat(alert("engine-down.inference.second", SERVER.operator()).status())
                .as("who is cancelled is not missed")
                .isEqualTo(404);
    }

    @Test
    void what_is_refused_is_sent_again_with_the_same_id_and_redirects_are_not_followed() {
        String name = "quota-high.data.a100.cpu";
        try (Receiver receiver = new Receiver(302)) {
            hooked("retry-hook", receiver);
            SERVER.submit("data", """
                    {'metadata': {'name': 'cores'}, 'spec': {'type': 'BATCH', 'command': ['sleep', '1000'], 'cards': 0,
                     'cpuMilli': 7000}}""");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(receiver.about(name)).hasSizeGreaterThanOrEqualTo(2));

            List<Message> messages = receiver.about(name);
            assertThat(messages.get(1).id()).isEqualTo(messages.get(0).id());
            assertThat(messages).extracting(Message::path).containsOnly("/hook");
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode status = status("retry-hook");
                assertThat(status.get("pending").asInt()).isZero();
                assertThat(status.get("delivered").asInt()).isPositive();
            });
            unhook("retry-hook", receiver);
            cancel("data/cores");
            reaches(name, "RESOLVED");
        }
    }

    private static JsonNode status(String webhook) {
        for (JsonNode item : SERVER.list("listWebhooks", "/api/v1/webhooks")) {
            if (item.get("metadata").get("name").asString().equals(webhook)) {
                return item.get("status");
            }
        }
        throw new AssertionError("no webhook " + webhook);
    }

    @Test
    void a_webhooks_secret_is_shown_once_and_an_address_of_secrets_is_refused() {
        ObjectNode webhook = webhook("quiet", "{'url': 'https://example.com/', 'events': ['alerts'], 'active': false}");

        Answer first = SERVER.apply(webhook);
        Answer again = SERVER.apply(webhook);
        Answer wrong = SERVER.apply(webhook("bad", "{'url': 'http://169.254.169.254/x', 'events': ['alerts']}"));

        String secret = first.json().get("results").get(0).get("secret").asString();
        assertThat(secret).startsWith("whsec_");
        assertThat(again.json().get("results").get(0).get("action").asString()).isEqualTo("UNCHANGED");
        assertThat(again.body()).doesNotContain("whsec_");
        assertThat(SERVER.list("listWebhooks", "/api/v1/webhooks").toString()).doesNotContain("whsec_");
        assertThat(SERVER.list("listEvents", "/api/v1/events?aggregate=webhook/quiet")
                        .toString())
                .contains("webhook.created")
                .doesNotContain("whsec_");
        assertThat(wrong.expected("/resources/0/spec/url")).contains("which webhooks don't send to");
    }

    @Test
    void alerts_are_seen_by_their_tenant_and_acknowledged_by_who_may_there() {
        String name = "quota-high.adhoc.a100.cards";
        SERVER.submit(
                "adhoc",
                "{'metadata': {'name': 'two'}, 'spec': {'type': 'BATCH', 'command': ['sleep', '1000'], 'cards': 2}}");
        reaches(name, "FIRING");

        String viewer = SERVER.tokenFor("viewer", "adhoc");
        String stranger = SERVER.tokenFor("engineer", "inference");
        assertThat(alert(name, viewer).status()).isEqualTo(200);
        assertThat(acknowledge(name, viewer).status()).isEqualTo(403);
        assertThat(alert(name, stranger).status()).isEqualTo(404);
        assertThat(acknowledge(name, stranger).status()).isEqualTo(404);
        assertThat(texts(list("/api/v1/alerts?state=FIRING", viewer), "name")).contains(name);
        assertThat(texts(list("/api/v1/alerts", stranger), "name")).doesNotContain(name);
        Answer page = SERVER.send("listAlerts", "GET", "/api/v1/alerts?tenant=adhoc&limit=1", viewer, null);
        assertThat(texts(
                        list(
                                "/api/v1/alerts?limit=1&cursor="
                                        + page.json().get("nextCursor").asString(),
                                viewer),
                        "name"))
                .doesNotContain(page.json().get("items").get(0).get("name").asString());

        cancel("adhoc/two");
        reaches(name, "RESOLVED");
    }

    private static JsonNode list(String path, String token) {
        return SERVER.send("listAlerts", "GET", path, token, null).json().get("items");
    }

    @Test
    void signals_are_shown_as_they_are_now_and_by_the_minute() {
        String name = "quota.inference.a100.memory";
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(texts(SERVER.list("listSignals", "/api/v1/signals"), "name"))
                        .contains(name, "card.server-1.0"));
        String engineer = SERVER.tokenFor("engineer", "inference");

        JsonNode own = SERVER.send("listSignals", "GET", "/api/v1/signals", engineer, null)
                .json();
        String path = "/api/v1/signals/" + name + "/minutes";

        assertThat(texts(own.get("items"), "name")).contains(name).noneMatch(it -> it.startsWith("card."));
        JsonNode minutes = SERVER.list("listSignalMinutes", path);
        assertThat(minutes).isNotEmpty();
        assertThat(SERVER.send("listSignalMinutes", "GET", path, engineer, null).status())
                .isEqualTo(200);
        assertThat(SERVER.send("listSignalMinutes", "GET", path, SERVER.tokenFor("viewer", "data"), null)
                        .status())
                .isEqualTo(404);
    }
}
