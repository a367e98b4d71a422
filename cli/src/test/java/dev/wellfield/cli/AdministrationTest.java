package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.cli.show.Json;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdministrationTest {
    private static final String QUOTA = """
            {"apiVersion": "wellfield.dev/v1", "kind": "Quota", "metadata": {"name": "a100", "tenant": "training", "version": 7},
             "spec": {"memoryPerCardMib": 35840, "limits": {"CARDS": {"guarantee": 3000, "ceiling": 3000},
               "CPU": {"ceiling": 8000}}}, "status": {"use": []}}
            """;
    private static final String PATH = " /api/v1/tenants/training/quotas/a100";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_quota_is_changed_from_the_version_that_was_read() {
        server.answer("GET" + PATH, 200, QUOTA, Map.of("ETag", "\"7\"")).answer("PUT" + PATH, QUOTA);

        Call call = Call.to(
                server,
                "quota",
                "set",
                "--tenant",
                "training",
                "--pool",
                "a100",
                "--dimension",
                "cards=:4.5",
                "--dimension",
                "MEMORY=105GiB:none",
                "--dimension",
                "CPU=none",
                "--over-quota",
                "refuse");

        assertThat(call).isEqualTo(new Call(0, """
                Quota of training in pool a100 changed:
                  CARDS ceiling: 3 cards → 4.5 cards
                  MEMORY guarantee: none → 105 GiB
                  CPU ceiling: 8 cores → none
                  over quota: QUEUE → REFUSE
                """, ""));
        assertThat(server.last("PUT").headers()).containsEntry("If-match", "\"7\"");
        assertThat(Json.parse(server.last("PUT").body())).isEqualTo(Json.parse("""
                {"memoryPerCardMib": 35840, "limits": {"CARDS": {"guarantee": 3000, "ceiling": 4500},
                 "MEMORY": {"guarantee": 107520}}, "overQuota": "REFUSE"}
                """));
    }

    @Test
    void a_quota_that_is_so_already_is_left_alone() {
        server.answer("GET" + PATH, 200, QUOTA, Map.of("ETag", "\"7\""));

        Call call =
                Call.to(server, "quota", "set", "--tenant", "training", "--pool", "a100", "--dimension", "CARDS=3:3");

        assertThat(call.out()).isEqualTo("The quota of training in pool a100 is so already; nothing changed.\n");
    }

    @Test
    void what_the_server_finds_wrong_with_a_quota_is_named_as_it_was_written() {
        server.answer("GET" + PATH, 200, QUOTA, Map.of("ETag", "\"7\"")).answer("PUT" + PATH, 400, """
                {"type": "urn:x", "title": "t", "status": 400, "code": "invalid", "detail": "One value is wrong.", "errors": [
                  {"pointer": "/limits/MEMORY/ceiling", "value": "60 GiB", "expected": "at least the guarantee, 90 GiB"}]}
                """, Map.of());

        Call call = Call.to(
                server, "quota", "set", "--tenant", "training", "--pool", "a100", "--dimension", "MEMORY=90GiB:60GiB");

        assertThat(call).isEqualTo(new Call(1, "", """
                wellfield: One value is wrong.
                  MEMORY ceiling: got 60 GiB, expected at least the guarantee, 90 GiB
                """));
    }

    @Test
    void wrong_changes_of_a_quota_are_named() {
        Call call = Call.to(
                server,
                "quota",
                "set",
                "--tenant",
                "training",
                "--pool",
                "a100",
                "--dimension",
                "CRADS=1:2",
                "--dimension",
                "MEMORY=20:40GiB");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err())
                .contains("--dimension: got CRADS=1:2, expected DIMENSION=GUARANTEE:CEILING")
                .contains("--dimension MEMORY, guarantee: got 20, expected a size with its unit: 20GiB or 20MiB");
    }

    @Test
    void a_new_key_is_shown_once() {
        server.answer(
                "POST /api/v1/tenants/data/keys",
                201,
                "{\"key\": {\"metadata\": {\"name\": \"nightly\"}}, \"secret\": \"wfk_abc\"}",
                Map.of());

        Call call = Call.to(
                server,
                "keys",
                "create",
                "nightly",
                "--tenant",
                "data",
                "--models",
                "a,b",
                "--scopes",
                "chat,models",
                "--concurrent-requests",
                "8",
                "--requests-per-minute",
                "60",
                "--tokens-per-minute",
                "90000",
                "--expires",
                "30d");

        assertThat(call.out()).isEqualTo("The secret of key data/nightly, shown once. Keep it now:\n  wfk_abc\n");
        assertThat(Json.parse(server.last("POST").body())).isEqualTo(Json.parse("""
                {"name": "nightly", "spec": {"models": ["a", "b"], "scopes": ["chat", "models"], "concurrentRequests": 8, "requestsPerMinute": 60, "tokensPerMinute": 90000, "expiresAt": "2027-01-14T10:00:00Z"}}
                """));
    }

    @Test
    void a_token_may_be_for_another_principal_and_for_scripts() {
        server.answer(
                "POST /api/v1/principals/tina/tokens",
                201,
                "{\"token\": {\"name\": \"laptop\", \"prefix\": \"wft_a\", \"createdAt\": \"2026-12-15T10:00:00Z\"}, \"secret\": \"wft_abc\"}",
                Map.of());

        Call call = Call.to(server, "token", "create", "laptop", "--principal", "tina", "-o", "secret");

        assertThat(call.out()).isEqualTo("wft_abc\n");
        assertThat(Call.to(server, "token", "create", "x", "--expires", "2020-01-01")
                        .err())
                .contains("--expires: got 2020-01-01, expected a time in the future");
    }

    @Test
    void tokens_of_another_principal_are_listed_and_revoked() {
        server.answer("GET /api/v1/principals/tina/tokens", """
                {"items": [{"name": "laptop", "prefix": "wft_a", "createdAt": "2026-12-15T09:00:00Z",
                  "expiresAt": "2027-01-01T00:00:00Z", "scopes": ["workloads.read", "cards.read"]}]}
                """)
                .answer("DELETE /api/v1/principals/tina/tokens/laptop", 204, "", Map.of());

        assertThat(Call.to(server, "token", "list", "--principal", "tina").out())
                .isEqualTo("""
                NAME    BEGINS WITH  STATE   SCOPES                      EXPIRES (UTC)         AGE
                laptop  wft_a        active  workloads.read, cards.read  2027-01-01T00:00:00Z  60m
                """);
        assertThat(Call.to(server, "token", "revoke", "laptop", "--principal", "tina")
                        .out())
                .isEqualTo("Token laptop of tina is revoked.\n");
    }

    @Test
    void the_doctor_says_what_is_well_and_what_to_do() {
        server.answer("GET /readyz", "{\"status\": \"ok\"}")
                .answer(
                        "GET /api/v1/session",
                        "{\"principal\": \"operator\", \"bindings\": [], \"permissions\": {\"platform\": [], \"tenants\": {}}}")
                .answer("GET /api/v1/system", """
                {"version": "9.9.9", "roles": ["control", "gateway"], "gatewayUrl": "%s", "dataDirectory": "/data",
                 "diskFreeMib": 1536, "diskMib": 20480, "simulated": true, "tenantsIsolated": false, "limits": "NONE", "limitsReason": "no writable cgroup",
                 "limiters": [], "realCards": 0, "realCardsReason": "no driver is loaded", "database": "EMBEDDED",
                 "now": "2026-12-15T10:00:02Z"}
                """.formatted(server.url()));

        Call call = Call.to(server, "doctor");

        assertThat(call.exitCode()).isZero();
        assertThat(call.out()).isEqualTo("""
                ok    The server at %1$s answers and is ready.
                ok    You are signed in as operator.
                warn  The server is version 9.9.9, this command line is %2$s.
                      → Use the command line that came with the server.
                ok    Its clock and this machine's agree.
                ok    It runs its own PostgreSQL in /data.
                warn  1.5 GiB are free on the disk of /data.
                      → Make room there: without any, new workloads can't start and calls aren't taken.
                warn  No isolation between tenants: all local processes share one user.
                      → Run the server as root; it then gives each tenant a user of its own.
                warn  Nothing enforces CPU and host memory of local processes: no writable cgroup.
                      → Run the server where it may write control groups: as root, or with a delegated cgroup v2.
                ok    No real card on the server's machine: no driver is loaded.
                ok    No device limiter is loaded; simulated cards need none.
                ok    Some cards or engines are simulated; whatever runs on them is marked.
                ok    The gateway at %1$s answers.
                """.formatted(server.url(), Wellfield.Version.current()));
    }

    @Test
    void the_doctor_finds_a_server_that_is_not_there() {
        Call call = Call.with(
                Map.of(
                        "WELLFIELD_SERVER",
                        "http://127.0.0.1:1",
                        "WELLFIELD_TOKEN",
                        "wft_x",
                        "WELLFIELD_CONFIG",
                        "/nonexistent/x"),
                "",
                "doctor");

        assertThat(call.exitCode()).isEqualTo(6);
        assertThat(call.out()).startsWith("fail  No server answers at http://127.0.0.1:1.\n      → `wellfield up`");
    }
}
