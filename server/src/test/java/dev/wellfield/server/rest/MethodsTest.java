package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.rest.StubServer.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MethodsTest {
    private final StubServer server = StubServer.start();

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    void a_wrong_method_is_answered_with_those_that_are_right() {
        Result result = server.asNobody().send("POST", "/api/v1/pools", null);

        assertThat(result.status()).isEqualTo(405);
        assertThat(result.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(result.code()).isEqualTo("method-not-allowed");
    }

    @Test
    void trace_is_refused_everywhere() {
        for (String path : new String[] {"/api/v1/pools", "/api/v1/session", "/", "/healthz"}) {
            assertThat(Wire.exchange(server, "TRACE " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .as(path)
                    .startsWith("HTTP/1.1 405")
                    .containsIgnoringCase("allow: ");
        }
    }

    @Test
    void options_tells_the_methods() {
        Result result = server.asNobody().send("OPTIONS", "/api/v1/session", null);

        assertThat(result.status()).isEqualTo(204);
        assertThat(result.header("Allow")).isEqualTo("DELETE, GET, HEAD, OPTIONS, POST");
        assertThat(result.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void head_is_get_without_the_body() {
        Result get = server.asOperator().get("/api/v1/pools");
        Result head = server.asOperator().send("HEAD", "/api/v1/pools", null);

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        assertThat(server.asNobody().send("HEAD", "/api/v1/pools", null).status())
                .isEqualTo(401);
    }

    @Test
    void head_of_an_event_stream_ends_at_once() {
        Result head = server.asOperator().send("HEAD", "/api/v1/events/stream", null);

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Type")).isEqualTo("text/event-stream");
    }

    @Test
    void an_unknown_path_of_the_api_is_a_problem_and_not_a_page() {
        for (String path :
                new String[] {"/api", "/api/v2/pools", "/v1/models", "/metrics/x", "/healthz/x", "/readyz/x"}) {
            Result result = server.asOperator().header("Accept", "text/html").get(path);

            assertThat(result.status()).as(path).isEqualTo(404);
            assertThat(result.header("Content-Type")).as(path).isEqualTo("application/problem+json");
        }
    }

    @Test
    void what_cannot_be_answered_in_the_form_asked_for_is_406() {
        Result result = server.asOperator().header("Accept", "application/xml").get("/api/v1/pools");

        assertThat(result.status()).isEqualTo(406);
        assertThat(result.json().get("detail").asString())
                .contains("application/json")
                .contains("application/xml");
        assertThat(server.asOperator()
                        .header("Accept", "application/xml, application/*;q=0.1")
                        .get("/api/v1/pools")
                        .status())
                .isEqualTo(200);
        assertThat(server.asOperator()
                        .header("Accept", "application/json;q=0, */*")
                        .get("/api/v1/pools")
                        .status())
                .isEqualTo(406);
    }

    @Test
    void a_body_that_is_not_json_is_415_and_says_what_is_right() {
        for (String type : new String[] {"text/plain", "application/x-yaml", "application/json; charset=utf-16"}) {
            Result result =
                    server.asOperator().header("Content-Type", type).send("POST", "/api/v1/tokens", bytes("{}"));

            assertThat(result.status()).as(type).isEqualTo(415);
            assertThat(result.header("Accept")).isEqualTo("application/json");
            assertThat(result.json().get("detail").asString()).contains("application/json");
        }
        Result packed = server.asOperator()
                .header("Content-Encoding", "gzip")
                .header("Content-Type", "application/json")
                .send("POST", "/api/v1/tokens", bytes("{}"));
        assertThat(packed.status()).isEqualTo(415);
    }

    @Test
    void a_charset_of_utf_8_is_right() {
        Result result = server.asOperator()
                .header("Content-Type", "application/JSON; charset=\"UTF-8\"")
                .send("POST", "/api/v1/tokens", bytes("{\"name\":\"a\"}"));

        assertThat(result.status()).isEqualTo(201);
    }

    @Test
    void malformed_requests_get_a_problem_and_not_silence() {
        assertThat(Wire.exchange(server, "GET /api/v1/pools%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .containsPattern("^HTTP/1.[01] 4");
        assertThat(Wire.exchange(server, "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 404");
        assertThat(Wire.exchange(server, "NONSENSE\r\n\r\n")).startsWith("HTTP/1.0 400");
        assertThat(Wire.exchange(server, "GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .containsPattern("^HTTP/1.[01] 4");
        assertThat(Wire.exchange(
                        server,
                        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "a".repeat(40_000) + "\r\n\r\n"))
                .containsPattern("^HTTP/1.[01] 4");
    }

    @Test
    void no_other_protocol_is_switched_to() {
        for (String protocol : new String[] {"websocket", "h2c"}) {
            String answer = Wire.exchange(
                    server,
                    "GET /api/v1/pools HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: "
                            + protocol
                            + "\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");

            assertThat(answer).as(protocol).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void a_chunk_that_is_malformed_ends_the_connection() {
        String answer = Wire.exchange(server, """
                POST /api/v1/tokens HTTP/1.1\r
                Host: localhost\r
                Authorization: Bearer wft_operator\r
                Content-Type: application/json\r
                Transfer-Encoding: chunked\r
                \r
                zz\r
                """);

        assertThat(answer).doesNotContain("HTTP/1.1 2").doesNotContain("HTTP/1.1 5");
    }

    @Test
    void a_request_id_is_kept_if_it_is_a_plain_one() {
        assertThat(server.asNobody()
                        .header("x-request-id", "abc-1")
                        .get("/healthz")
                        .header("x-request-id"))
                .isEqualTo("abc-1");
        assertThat(server.asNobody()
                        .header("x-request-id", "not plain!")
                        .get("/healthz")
                        .header("x-request-id"))
                .matches("[0-9a-f]{12}-[0-9]+");
    }

    private static byte[] bytes(String text) {
        return Json.utf8(text);
    }
}
