package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.wellfield.server.RunningServer.Answer;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Workloads from submission to their end, as real processes. */
class WorkloadsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final RunningServer SERVER = RunningServer.shared();

    private static void reaches(String path, String phase) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(SERVER.phase(path)).isEqualTo(phase));
    }

    private static String log(String path) {
        String[] parts = path.split("/");
        return SERVER.send(
                        "readLog",
                        "GET",
                        "/api/v1/tenants/" + parts[0] + "/workloads/" + parts[1] + "/log",
                        SERVER.operator(),
                        null)
                .body();
    }

    private static JsonNode explanation(String path) {
        String[] parts = path.split("/");
        return SERVER.send(
                        "explainWorkload",
                        "GET",
                        "/api/v1/tenants/" + parts[0] + "/workloads/" + parts[1] + "/explanation",
                        SERVER.operator(),
                        null)
                .json();
    }

    private static void cancel(String path) {
        String[] parts = path.split("/");
        assertThat(SERVER.send(
                                "cancelWorkload",
                                "POST",
                                "/api/v1/tenants/" + parts[0] + "/workloads/" + parts[1] + "/cancel",
                                SERVER.operator(),
                                null)
                        .status())
                .isEqualTo(202);
    }

    @Test
    void a_command_runs_with_the_environment_of_its_share_and_its_end_is_recorded() {
        SERVER.submit("inference", """
                {'metadata': {'name': 'env'}, 'spec': {'type': 'BATCH', 'command': ['sh', '-c', 'env; exit 3'],
                 'environment': {'MINE': 'ä b'}, 'share': {'memoryMib': 10240, 'computePermille': 250}}}""");

        reaches("inference/env", "FAILED");

        JsonNode status = SERVER.workload("inference/env").get("status");
        assertThat(status.get("exitCode").asInt()).isEqualTo(3);
        assertThat(status.get("reason").asString()).isEqualTo("EXITED");
        assertThat(status.get("simulated").asBoolean()).isTrue();
        assertThat(status.get("placement").get("isolation").asString()).isEqualTo("SOFT");
        assertThat(log("inference/env").lines())
                .contains(
                        "MINE=ä b",
                        "CUDA_DEVICE_MEMORY_LIMIT_0=10240m",
                        "CUDA_DEVICE_SM_LIMIT=25",
                        "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=25",
                        "WELLFIELD_TENANT=inference",
                        "WELLFIELD_SIMULATED=true");
    }

    @Test
    void what_is_over_quota_waits_says_why_and_starts_when_there_is_room() {
        SERVER.submit(
                "training",
                "{'metadata': {'name': 'three'}, 'spec': {'type': 'TRAINING', 'command': ['sleep', '1000'], 'cards': 3}}");
        reaches("training/three", "RUNNING");
        SERVER.submit(
                "training",
                "{'metadata': {'name': 'fourth'}, 'spec': {'type': 'TRAINING', 'command': ['true'], 'cards': 1}}");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                explanation("training/fourth").get("verdict").asString())
                        .isEqualTo("QUEUED"));
        assertThat(SERVER.workload("training/fourth").get("status").get("waitsFor"))
                .isEqualTo(RunningServer.json("{'code': 'QUOTA_CEILING', 'dimension': 'CARDS'}"));

        JsonNode cards = explanation("training/fourth").get("checks").get(1);
        assertThat(cards.get("code").asString()).isEqualTo("QUOTA_CEILING");
        assertThat(cards.get("used").asLong()).isEqualTo(3000);
        assertThat(cards.get("asked").asLong()).isEqualTo(1000);
        assertThat(cards.get("ceiling").asLong()).isEqualTo(3000);
        assertThat(cards.get("holders").get(0).get("workload").asString()).isEqualTo("training/three");
        assertThat(freeInPool("MEMORY"))
                .as("nobody else gets what the tenant leaves of its whole cards")
                .isEqualTo(freeOfCards());
        cancel("training/three");
        reaches("training/three", "CANCELLED");
        reaches("training/fourth", "SUCCEEDED");
    }

    private static long freeInPool(String dimension) {
        JsonNode quantities =
                SERVER.list("listPools", "/api/v1/pools").get(0).get("status").get("quantities");
        return StreamSupport.stream(quantities.spliterator(), false)
                .filter(it -> it.get("dimension").asString().equals(dimension))
                .findFirst()
                .orElseThrow()
                .get("free")
                .asLong();
    }

    private static long freeOfCards() {
        JsonNode cards = SERVER.list("listCards", "/api/v1/cards");
        return StreamSupport.stream(cards.spliterator(), false)
                .mapToLong(card -> card.get("freeMemoryMib").asLong())
                .sum();
    }

    @Test
    void what_is_over_quota_is_refused_where_the_quota_says_so() {
        SERVER.submit(
                "adhoc",
                "{'metadata': {'name': 'both'}, 'spec': {'type': 'BATCH', 'command': ['sleep', '1000'], 'cards': 2}}");
        reaches("adhoc/both", "RUNNING");

        SERVER.submit(
                "adhoc", "{'metadata': {'name': 'more'}, 'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 1}}");

        reaches("adhoc/more", "REFUSED");
        assertThat(SERVER.workload("adhoc/more").get("status").get("reason").asString())
                .isEqualTo("OVER_QUOTA");
        cancel("adhoc/both");
        reaches("adhoc/both", "CANCELLED");
    }

    @Test
    void cancelling_ends_what_ignores_sigterm_and_all_its_children() {
        SERVER.submit("data", """
                {'metadata': {'name': 'stubborn'}, 'spec': {'type': 'BATCH', 'cards': 0, 'graceSeconds': 1,
                 'command': ['sh', '-c', 'trap : TERM; setsid sleep 1000 & echo ready; sleep 1000; sleep 1000']}}""");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(log("data/stubborn")).contains("ready"));

        cancel("data/stubborn");
        cancel("data/stubborn");

        reaches("data/stubborn", "CANCELLED");
        String allocation = SERVER.workload("data/stubborn")
                .get("status")
                .get("placement")
                .get("allocation")
                .asString();
        assertThat(running(allocation)).isEmpty();
    }

    @Test
    void a_workload_whose_shim_was_killed_is_ended_before_its_cards_are_given_away() {
        String mark = "sleep " + Math.abs(System.nanoTime() % 1_000_000_000);
        SERVER.submit("training", """
                {'metadata': {'name': 'orphan'}, 'spec': {'type': 'TRAINING', 'cards': 3,
                 'command': ['sh', '-c', 'setsid %1$s & %1$s']}}""".formatted(mark));
        reaches("training/orphan", "RUNNING");
        SERVER.submit(
                "training",
                "{'metadata': {'name': 'heir'}, 'spec': {'type': 'TRAINING', 'command': ['sleep', '1000'], 'cards': 3}}");
        await().atMost(PATIENCE).until(() -> running(mark).count() > 2);
        String allocation = SERVER.workload("training/orphan")
                .get("status")
                .get("placement")
                .get("allocation")
                .asString();

        running(allocation).forEach(ProcessHandle::destroyForcibly);

        reaches("training/heir", "RUNNING");
        assertThat(running(mark)).isEmpty();
        JsonNode status = SERVER.workload("training/orphan").get("status");
        assertThat(status.get("phase").asString()).isEqualTo("FAILED");
        assertThat(status.get("reason").asString()).isEqualTo("LOST");
        cancel("training/heir");
        reaches("training/heir", "CANCELLED");
    }

    private static Stream<ProcessHandle> running(String commandPart) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(commandPart));
    }

    @Test
    void what_the_system_would_not_pass_to_a_program_is_refused_at_once() {
        Answer program = SERVER.submit("data", "{'spec': {'type': 'BATCH', 'command': ['-c'], 'cards': 0}}");
        Answer argument = SERVER.submit(
                "data",
                "{'spec': {'type': 'BATCH', 'command': ['echo', '%s'], 'cards': 0}}".formatted("x".repeat(131_072)));
        String variables = IntStream.range(0, 10)
                .mapToObj(i -> "'V%d': '%s'".formatted(i, "y".repeat(100_000)))
                .collect(Collectors.joining(", "));
        Answer environment = SERVER.submit(
                "data",
                "{'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 0, 'environment': {%s}}}"
                        .formatted(variables));

        assertThat(program.expected("/spec/command/0")).isEqualTo("the program to run");
        assertThat(argument.expected("/spec/command/1")).startsWith("at most 131071 bytes");
        assertThat(environment.expected("/spec/environment")).startsWith("at most 983040 bytes");
    }

    @Test
    void a_variable_that_wellfield_sets_itself_is_refused() {
        Answer answer = SERVER.submit("data", """
                {'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 0,
                 'environment': {'CUDA_VISIBLE_DEVICES': '0', 'LD_PRELOAD': '/tmp/x.so', 'WELLFIELD_TENANT': 'training'}}}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.expected("/spec/environment/CUDA_VISIBLE_DEVICES")).isNotEmpty();
        assertThat(answer.expected("/spec/environment/LD_PRELOAD")).isNotEmpty();
        assertThat(answer.expected("/spec/environment/WELLFIELD_TENANT")).isNotEmpty();
    }

    @Test
    void more_memory_than_a_card_or_than_the_quota_has_is_refused_with_the_product() {
        Answer card = SERVER.submit(
                "data", "{'spec': {'type': 'BATCH', 'command': ['true'], 'share': {'memoryMib': 50000}}}");
        assertThat(card.status()).isEqualTo(400);
        assertThat(card.expected("/spec/share/memoryMib")).contains("40 GiB", "A100-40GB");

        Answer quota = SERVER.submit(
                "inference",
                "{'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 3, 'share': {'memoryMib': 20480, 'computePermille': 300}}}");
        assertThat(quota.status()).isEqualTo(400);
        assertThat(quota.body()).contains("3 x 20 GiB = 60 GiB");
        assertThat(quota.expected("/spec/share/memoryMib")).contains("40 GiB", "inference");
        assertThat(quota.json().get("errors"))
                .allMatch(it -> it.path("code").asString("").equals("OVER_QUOTA"));
        assertThat(card.json().get("errors").get(0).has("code")).isFalse();
    }

    @Test
    void an_unknown_pool_a_foreign_model_and_impossible_isolation_are_all_named_at_once() {
        Answer answer = SERVER.submit("data", """
                {'spec': {'type': 'INFERENCE', 'command': [' '], 'pool': 'h100',
                 'serves': {'model': 'qwen2.5-7b-instruct'}}}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.expected("/spec/pool")).contains("a100");
        assertThat(answer.expected("/spec/serves/model")).contains("none yet");
        assertThat(answer.expected("/spec/command/0")).isNotEmpty();
        assertThat(SERVER.submit(
                                "data",
                                "{'spec': {'type': 'BATCH', 'command': ['true'], 'isolation': 'HARD', 'share': {'memoryMib': 1024}}}")
                        .expected("/spec/isolation"))
                .contains("SOFT");
    }

    @Test
    void a_name_is_taken_once_and_a_request_with_the_same_key_is_answered_once() {
        String body = "{'metadata': {'name': 'once'}, 'spec': {'type': 'BATCH', 'command': ['true'], 'cards': 0}}";
        JsonNode json = RunningServer.json(body);
        String path = "/api/v1/tenants/data/workloads";

        Answer first = SERVER.send("submitWorkload", "POST", path, SERVER.operator(), json, "Idempotency-Key", "k1");
        Answer again = SERVER.send("submitWorkload", "POST", path, SERVER.operator(), json, "Idempotency-Key", "k1");
        Answer other = SERVER.send(
                "submitWorkload",
                "POST",
                path,
                SERVER.operator(),
                RunningServer.json(body.replace("once", "twice")),
                "Idempotency-Key",
                "k1");

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(other.status()).isEqualTo(422);
        assertThat(SERVER.submit("data", body).status()).isEqualTo(409);
    }

    @Test
    void a_command_that_does_not_exist_fails_with_a_line_in_its_log() {
        SERVER.submit(
                "data",
                "{'metadata': {'name': 'missing'}, 'spec': {'type': 'BATCH', 'command': ['/no/such/program'], 'cards': 0}}");

        reaches("data/missing", "FAILED");

        assertThat(SERVER.workload("data/missing").get("status").get("exitCode").asInt())
                .isEqualTo(127);
        assertThat(log("data/missing")).contains("/no/such/program");
    }

    @Test
    void a_hardware_slice_of_a_simulated_card_is_hard_isolation() {
        SERVER.submit("inference", """
                {'metadata': {'name': 'slice'}, 'spec': {'type': 'INFERENCE', 'command': ['sh', '-c', 'env; sleep 1000'],
                 'share': {'migProfile': '1g.10gb'}}}""");

        reaches("inference/slice", "RUNNING");

        JsonNode placement = SERVER.workload("inference/slice").get("status").get("placement");
        assertThat(placement.get("isolation").asString()).isEqualTo("HARD");
        assertThat(placement.get("shares").get(0).get("migProfile").asString()).isEqualTo("1g.10gb");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(log("inference/slice")).contains("CUDA_VISIBLE_DEVICES=MIG-SIMULATED-"));
        cancel("inference/slice");
        reaches("inference/slice", "CANCELLED");
    }
}
