package dev.wellfield.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
    private static final String PLANS = "GET /api/v1/plans";
    private static final String EMPTY = "{\"items\": []}";

    private final FakeServer server = new FakeServer();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        environment.put("WELLFIELD_CONFIG", folder.resolve("config.yaml").toString());
        server.answer(PLANS, EMPTY);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Call call(String... args) {
        return Call.with(environment, "", args);
    }

    private String tokenSent() {
        return server.requests().getLast().headers().getOrDefault("Authorization", "");
    }

    @Test
    void without_a_server_the_next_step_is_named() {
        Call call = call("get", "plans");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err())
                .contains("No server is known.")
                .contains("wellfield up")
                .contains("wellfield login --server URL");
    }

    @Test
    void flags_go_before_the_environment_and_that_before_the_context() {
        Contexts.load(environment).put("here", server.url().toString(), "wft_context");
        call("get", "plans");
        assertThat(tokenSent()).isEqualTo("Bearer wft_context");

        environment.put("WELLFIELD_TOKEN", "wft_variable");
        call("get", "plans");
        assertThat(tokenSent()).isEqualTo("Bearer wft_variable");

        call("--token", "wft_flag", "get", "plans");
        assertThat(tokenSent()).isEqualTo("Bearer wft_flag");

        call("get", "plans", "--context", "here");
        assertThat(tokenSent()).isEqualTo("Bearer wft_context");
    }

    @Test
    void a_token_is_not_sent_to_another_server_than_its_own() {
        Contexts.load(environment).put("elsewhere", "https://elsewhere.example.com", "wft_secret");

        Call call = call("get", "plans", "--server", server.url().toString());

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).contains("You have no token for " + server.url());
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void signing_in_tries_the_token_and_keeps_it() {
        server.answer("GET /api/v1/session", """
                {"principal": "tina", "bindings": [{"role": "engineer", "tenant": "training"}],
                 "permissions": {"platform": [], "tenants": {"training": ["workloads.read"]}}}
                """);

        Call login = Call.with(environment, "wft_typed\n", "login", "--server", server.url() + "/", "--name", "here");

        assertThat(login.err()).isEmpty();
        assertThat(login.out())
                .isEqualTo("Signed in to " + server.url()
                        + " as tina (engineer in training). This is context \"here\" now.\n");
        assertThat(call("whoami").out()).isEqualTo("tina on " + server.url() + """

                Roles: engineer in training
                On training: workloads.read
                """);
        assertThat(call("context", "list").out()).contains("*  here").doesNotContain("wft_typed");
        assertThat(call("context", "show").out()).contains("Token    …").doesNotContain("wft_typed");
    }

    @Test
    void a_token_that_is_refused_is_not_kept() {
        server.answer("GET /api/v1/session", 401, """
                {"type": "urn:x", "title": "Sign in first", "status": 401, "code": "unauthorized",
                 "detail": "The token is unknown, expired or revoked."}
                """, Map.of());

        Call login = Call.with(
                environment, "wft_wrong\n", "login", "--server", server.url().toString());

        assertThat(login.exitCode()).isEqualTo(3);
        assertThat(login.err()).contains("The token is unknown, expired or revoked.");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void problems_become_exit_codes() {
        environment.putAll(Call.environment(server));
        server.answer("GET /api/v1/pools", 403, problem(403, ", \"permission\": \"pools.read\""), Map.of())
                .answer("GET /api/v1/nodes", 404, problem(404, ""), Map.of())
                .answer("GET /api/v1/models", 422, problem(422, ""), Map.of())
                .answer("GET /api/v1/cards", 503, problem(503, ""), Map.of())
                .answer("GET /api/v1/endpoints", 500, "not json at all", Map.of())
                .answer("GET /api/v1/tokens", 200, "<html>", Map.of());

        assertThat(call("get", "pools").err()).contains("pools.read");
        assertThat(call("get", "pools").exitCode()).isEqualTo(3);
        assertThat(call("get", "nodes").exitCode()).isEqualTo(4);
        assertThat(call("get", "models").exitCode()).isEqualTo(5);
        assertThat(call("get", "cards").exitCode()).isEqualTo(6);
        assertThat(call("get", "endpoints").exitCode()).isEqualTo(1);
        assertThat(call("get", "tokens").err()).contains("doesn't look like a Wellfield server");
    }

    private static String problem(int status, String more) {
        return "{\"type\": \"urn:x\", \"title\": \"T\", \"status\": " + status + ", \"code\": \"c\", \"detail\": \"D.\""
                + more + "}";
    }

    @Test
    void a_get_is_repeated_once_when_the_connection_breaks() {
        environment.putAll(Call.environment(server));
        server.breaks("GET /api/v1/tenants").answer("GET /api/v1/tenants", EMPTY);

        assertThat(call("get", "tenants").exitCode()).isZero();
    }

    @Test
    void a_server_that_is_not_there_is_6() {
        environment.put("WELLFIELD_SERVER", "http://127.0.0.1:1");
        environment.put("WELLFIELD_TOKEN", "wft_x");

        Call call = call("get", "plans");

        assertThat(call).isEqualTo(new Call(6, "", """
                wellfield: No server answers at http://127.0.0.1:1.
                `wellfield up` starts a server on this machine; `wellfield context list` shows the servers you know.
                """));
    }

    @Test
    void an_address_that_is_none_is_named() {
        Call call = call("get", "plans", "--server", "ftp://x", "--token", "wft_x");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("server: got ftp://x, expected the address of a server");
    }
}
