package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is declared of keys, tenants and models holds at the gateway. */
class GatewayAccessTest {
    private static final RunningServer SERVER = RunningServer.shared();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String CHAT =
            "{\"model\":\"%s\",\"max_tokens\":5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private static ObjectNode resource(String kind, String name, String tenant, String spec) {
        ObjectNode resource = RunningServer.resource(kind, name, tenant.isEmpty() ? null : tenant);
        resource.set("spec", RunningServer.json(spec));
        return resource;
    }

    @BeforeAll
    static void declare() {
        String plans = "'zone': 'UTC', 'priceBook': 'list-2026', 'plans': {'cards': 'spot', 'tokens': 'by-the-token'}";
        assertThat(SERVER.apply(
                                resource("Tenant", "callers", "", "{%s, 'tokensPerMinute': 5000}".formatted(plans)),
                                resource("Model", "callers-chat", "callers", "{'contextTokens': 4096}"),
                                resource(
                                        "Model",
                                        "callers/embed",
                                        "callers",
                                        "{'contextTokens': 512, 'kinds': ['EMBEDDINGS']}"))
                        .status())
                .isEqualTo(200);
    }

    private static String key(String name, String spec) {
        RunningServer.Answer answer = SERVER.send(
                "createKey",
                "POST",
                "/api/v1/tenants/callers/keys",
                SERVER.operator(),
                RunningServer.json("{'name': '%s', 'spec': %s}".formatted(name, spec)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json().get("secret").asString();
    }

    private static HttpResponse<String> call(String key, String path, String body) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(SERVER.gatewayUrl() + path))
                        .header("Authorization", "Bearer " + key)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @Test
    void limits_of_key_and_tenant_reach_the_gateway() throws Exception {
        String key = key("limited", "{'requestsPerMinute': 1, 'tokensPerMinute': 9000}");

        HttpResponse<String> first = call(key, "/v1/chat/completions", CHAT.formatted("callers-chat"));
        HttpResponse<String> second = call(key, "/v1/chat/completions", CHAT.formatted("callers-chat"));

        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(header(first, "x-ratelimit-limit-requests")).isEqualTo("1");
        assertThat(header(first, "x-ratelimit-limit-tokens")).isEqualTo("5000");
        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.body()).contains("by the API key 'limited' on requests per min (RPM): Limit 1.");
        JsonNode listed = SERVER.list("listKeys", "/api/v1/tenants/callers/keys");
        assertThat(listed.toString()).contains("\"requestsPerMinute\":1").contains("\"tokensPerMinute\":9000");
    }

    @Test
    void scopes_and_what_a_model_can_do_reach_the_gateway() throws Exception {
        String key = key("scoped", "{'scopes': ['embeddings']}");

        assertThat(call(key, "/v1/chat/completions", CHAT.formatted("callers-chat"))
                        .statusCode())
                .isEqualTo(403);
        HttpResponse<String> wrong = call(key("open", "{}"), "/v1/chat/completions", CHAT.formatted("callers/embed"));
        assertThat(wrong.statusCode()).isEqualTo(404);
        assertThat(wrong.body()).contains("Did you mean /v1/embeddings?");
        assertThat(call(key, "/v1/embeddings", "{\"model\":\"callers/embed\",\"input\":\"hi\"}")
                        .body())
                .contains("no_engine");
    }

    @Test
    void a_limit_that_is_none_is_refused_with_its_bounds() {
        RunningServer.Answer answer =
                SERVER.apply(resource("ApiKey", "odd", "callers", "{'tokensPerMinute': 0, 'scopes': ['everything']}"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.expected("/resources/0/spec/tokensPerMinute")).contains("1");
        assertThat(answer.expected("/resources/0/spec/scopes/0")).contains("chat", "embeddings");
    }

    @Test
    void the_console_of_this_server_may_call_the_gateway_and_others_may_not() throws Exception {
        for (String origin : new String[] {SERVER.url(), SERVER.url().replace("127.0.0.1", "localhost")}) {
            assertThat(header(preflight(origin), "access-control-allow-origin")).isEqualTo(origin);
        }
        assertThat(header(preflight("http://127.0.0.1:1"), "access-control-allow-origin"))
                .isEmpty();
    }

    private static HttpResponse<String> preflight(String origin) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(SERVER.gatewayUrl() + "/v1/chat/completions"))
                        .header("Origin", origin)
                        .header("Access-Control-Request-Method", "POST")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
