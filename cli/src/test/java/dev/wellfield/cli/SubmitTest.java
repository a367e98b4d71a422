package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitTest {
    private static final String SUBMIT = "POST /api/v1/tenants/training/workloads";
    private static final String WORKLOAD = "GET /api/v1/tenants/training/workloads/ft-1";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void waiting_for_readiness_ends_when_the_engine_answers() {
        server.answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                .answer(WORKLOAD + "/explanation", Samples.PLACED)
                .answer("GET /api/v1/endpoints", endpoints(false))
                .answer("GET /api/v1/endpoints", endpoints(true));

        Call call = Call.to(
                server, "submit", "ft-1", "--tenant", "training", "--serves", "m", "--wait-ready", "--", "serve");

        assertThat(call.exitCode()).isZero();
        assertThat(call.err()).contains("Its engine is ready.");
        assertThat(Call.to(server, "submit", "--tenant", "training", "--wait-ready", "--", "true")
                        .err())
                .contains("--serves");
    }

    private static String endpoints(boolean ready) {
        return """
                {"items": [{"model": "m", "tenant": "training", "workload": "ft-1", "url": "http://127.0.0.1:1",
                            "engine": "VLLM", "ready": %s, "simulated": true}]}""".formatted(ready);
    }

    @Test
    void what_was_typed_is_sent_in_the_contracts_units_and_the_decision_is_told() {
        server.answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("QUEUED", ""))
                .answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                .answer(
                        WORKLOAD + "/explanation",
                        "{\"verdict\": \"PENDING\", \"at\": \"2026-12-15T10:00:00Z\", \"checks\": [], \"remedies\": []}")
                .answer(WORKLOAD + "/explanation", Samples.PLACED);

        Call call = Call.to(
                server,
                "submit",
                "ft-1",
                "--tenant",
                "training",
                "--cards",
                "2",
                "--memory",
                "20GiB",
                "--compute",
                "12.5%",
                "--isolation",
                "soft",
                "--cpu",
                "500m",
                "--host-memory",
                "1.5GiB",
                "--env",
                "A=b=c",
                "--env",
                "D=",
                "--priority",
                "-5",
                "--grace",
                "2m",
                "--pool",
                "a100",
                "--",
                "python",
                "train.py",
                "--tenant",
                "x");

        assertThat(call)
                .isEqualTo(new Call(0, "training/ft-1 runs on server-1/cards 0-2 (simulated), isolation HARD.\n", ""));
        assertThat(Json.parse(server.last("POST").body())).isEqualTo(Json.parse("""
                {"metadata": {"name": "ft-1"}, "spec": {"type": "BATCH",
                 "command": ["python", "train.py", "--tenant", "x"], "environment": {"A": "b=c", "D": ""},
                 "pool": "a100", "cards": 2, "share": {"memoryMib": 20480, "computePermille": 125}, "isolation": "SOFT",
                 "cpuMilli": 500, "hostMemoryMib": 1536, "priority": -5, "graceSeconds": 120}}
                """));
        assertThat(server.last("POST").headers()).containsKey("Idempotency-key");
    }

    @Test
    void an_engine_is_an_inference_workload() {
        server.answer(SUBMIT, 201, Samples.workload("RUNNING", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("RUNNING", ""))
                .answer(WORKLOAD + "/explanation", Samples.PLACED);

        Call.to(server, "submit", "--tenant", "training", "--serves", "m/x", "--engine", "llama-cpp", "--", "serve");

        assertThat(Json.parse(server.last("POST").body())).isEqualTo(Json.parse("""
                {"spec": {"type": "INFERENCE", "command": ["serve"], "serves": {"model": "m/x", "engine": "LLAMA_CPP"}}}
                """));
    }

    @Test
    void all_wrong_values_are_named_at_once_with_what_would_be_right() {
        Call call = Call.to(
                server,
                "submit",
                "x",
                "--tenant",
                "training",
                "--memory",
                "20",
                "--compute",
                "50",
                "--grace",
                "30",
                "--cpu",
                "2GiB",
                "--type",
                "TRAIN",
                "--cards",
                "0.5");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).isEqualTo("""
                wellfield: 7 values are wrong.
                  --type: got TRAIN, expected one of BATCH, INFERENCE, INTERACTIVE, TRAINING
                  COMMAND: got nothing, expected what to run after --, e.g. -- python train.py
                  --cards: got 0.5, expected a number of cards, e.g. 2; parts of a card are asked for with --memory and --compute
                  --memory: got 20, expected a size with its unit: 20GiB or 20MiB
                  --compute: got 50, expected a part of one card as a percentage from 0.1% to 100%, e.g. 50%
                  --cpu: got 2GiB, expected a number of cores, e.g. 2, 0.5 or 500m (thousandths)
                  --grace: got 30, expected a duration with its unit: s, m, h or d, e.g. 30s or 12h
                """);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void what_the_server_finds_wrong_is_named_by_its_option() {
        server.answer(SUBMIT, 400, """
                {"type": "urn:x", "title": "The request is not valid", "status": 400, "code": "invalid",
                 "detail": "2 values are wrong.", "errors": [
                 {"pointer": "/spec/share/memoryMib", "value": "40,960 MiB", "expected": "at most 35,840 MiB"},
                 {"pointer": "/spec/environment/CUDA_VISIBLE_DEVICES", "expected": "a variable that Wellfield doesn't set itself"}]}
                """, Map.of());

        Call call = Call.to(server, "submit", "x", "--tenant", "training", "--memory", "40GiB", "--", "true");

        assertThat(call).isEqualTo(new Call(2, "", """
                wellfield: 2 values are wrong.
                  --memory: got 40,960 MiB, expected at most 35,840 MiB
                  --env CUDA_VISIBLE_DEVICES: expected a variable that Wellfield doesn't set itself
                """));
    }

    @Test
    void what_waits_says_why_and_how_to_learn_more() {
        server.answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("QUEUED", ""))
                .answer(WORKLOAD + "/explanation", Samples.OVER_CEILING);

        Call call = Call.to(server, "submit", "--tenant", "training", "--", "true");

        assertThat(call.exitCode()).isZero();
        assertThat(call.out())
                .startsWith("training/ft-1 waits: The quota of training in pool a100 allows at most 3 cards")
                .endsWith("1 too much. `wellfield why training/ft-1` says more.\n");
    }

    @Test
    void what_is_not_decided_within_two_seconds_is_told_as_it_is() {
        server.answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("QUEUED", ""))
                .answer(
                        WORKLOAD + "/explanation",
                        "{\"verdict\": \"PENDING\", \"at\": \"2026-12-15T10:00:00Z\", \"checks\": [], \"remedies\": []}");

        assertThat(Call.to(server, "submit", "--tenant", "training", "--", "true")
                        .out())
                .isEqualTo(
                        "training/ft-1 waits: it has not been looked at yet. `wellfield why training/ft-1` says more.\n");
    }

    @Test
    void waiting_is_limited() {
        server.answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                .answer(WORKLOAD + "/explanation", Samples.PLACED);

        Call call = Call.to(server, "submit", "--tenant", "training", "--wait", "--timeout", "0s", "--", "true");

        assertThat(call.exitCode()).isEqualTo(6);
        assertThat(call.err()).contains("training/ft-1 has not ended within 0s; it is RUNNING.");
    }

    @Test
    void what_the_quota_forbids_at_once_is_5_too_but_not_beside_a_mistake() {
        String over = "{\"pointer\": \"/spec/cards\", \"value\": \"9 cards\", \"code\": \"OVER_QUOTA\","
                + " \"expected\": \"at most 4 cards, the ceiling of training in pool a100\"}";
        String mistake = ", {\"pointer\": \"/spec/isolation\", \"expected\": \"at most SOFT\"}";
        String problem =
                "{\"type\": \"urn:x\", \"title\": \"t\", \"status\": 400, \"code\": \"invalid\", \"errors\": [%s]}";
        server.answer(SUBMIT, 400, problem.formatted(over), Map.of())
                .answer(SUBMIT, 400, problem.formatted(over + mistake), Map.of());
        String[] submit = {"submit", "--tenant", "training", "--cards", "9", "--", "x"};

        assertThat(Call.to(server, submit)).isEqualTo(new Call(5, "", """
                wellfield: The quota doesn't allow it.
                  --cards: got 9 cards, expected at most 4 cards, the ceiling of training in pool a100
                `wellfield quota get` shows what it allows.
                """));
        assertThat(Call.to(server, submit).exitCode()).isEqualTo(2);
    }

    @Test
    void a_refusal_is_5() {
        server.answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("REFUSED", ""))
                .answer(WORKLOAD + "/explanation", Samples.OVER_CEILING);

        Call call = Call.to(server, "submit", "--tenant", "training", "--", "true");

        assertThat(call.exitCode()).isEqualTo(5);
        assertThat(call.err()).startsWith("wellfield: training/ft-1 was refused.\n  The quota of training");
    }

    @Test
    void following_shows_the_log_on_stdout_alone_and_fails_with_the_workload() {
        server
                .answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                .answer(
                        WORKLOAD,
                        Samples.workload(
                                "FAILED",
                                Samples.PLACEMENT
                                        + ", \"endedAt\": \"2026-12-15T09:59:30Z\", \"exitCode\": 3, \"message\": \"It left with code 3.\""))
                .answer(WORKLOAD + "/explanation", Samples.PLACED)
                .stream(
                        WORKLOAD + "/log/stream",
                        "event: log\nid: 6\ndata: {\"text\": \"hello\\n\"}\n\n: alive\n\nevent: end\ndata: {\"phase\": \"FAILED\"}\n\n");

        Call call = Call.to(server, "submit", "--tenant", "training", "--follow", "--", "true");

        assertThat(call).isEqualTo(new Call(1, "hello\n", """
                training/ft-1 runs on server-1/cards 0-2 (simulated), isolation HARD.
                training/ft-1 failed after 90s: It left with code 3.
                """));
    }

    @Test
    void a_file_says_it_all_and_its_wrong_fields_are_named_by_line(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("job.yaml"), """
                apiVersion: wellfield.dev/v1
                kind: Workload
                metadata: {name: ft-1, tenant: training}
                spec:
                  type: BATCH
                  command: [echo, hi]
                  cards: 99
                """);
        server.answer(SUBMIT, 400, """
                {"type": "urn:x", "title": "t", "status": 400, "code": "invalid", "detail": "One value is wrong.",
                 "errors": [{"pointer": "/spec/cards", "value": 99, "expected": "at most 3"}]}
                """, Map.of());

        Call call = Call.to(server, "submit", "-f", file.toString());
        Call both = Call.to(server, "submit", "-f", file.toString(), "--cards", "2");

        assertThat(call.err())
                .contains(file + ":7 (document 1, Workload training/ft-1) spec.cards: got 99, expected at most 3");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).contains("--cards: expected nothing beside -f");
    }

    @Test
    void the_only_tenant_of_the_caller_need_not_be_said() {
        server.answer("GET /api/v1/session", """
                {"principal": "tina", "bindings": [], "permissions": {"platform": [], "tenants": {"training": ["workloads.read"]}}}
                """)
                .answer(SUBMIT, 201, Samples.workload("QUEUED", ""), Map.of())
                .answer(WORKLOAD, Samples.workload("RUNNING", Samples.PLACEMENT))
                .answer(WORKLOAD + "/explanation", Samples.PLACED);

        assertThat(Call.to(server, "submit", "-o", "name", "--", "true").out()).isEqualTo("training/ft-1\n");
    }
}
