package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.rest.StubServer.Result;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTest {
    private static final String SCRIPT = "/assets/index-B7kD3x_a.js";

    private final StubServer server =
            StubServer.start(RestOptions.on("127.0.0.1", 0).withConsoleConnects(List.of("http://localhost:8480")));

    @AfterAll
    void close() {
        server.close();
    }

    @Test
    void the_page_is_never_kept_and_runs_no_foreign_script() {
        Result result = server.asNobody().get("/");

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(result.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(result.header("Content-Security-Policy"))
                .contains("script-src 'self';")
                .contains("frame-ancestors 'none'")
                .contains("connect-src 'self' http://localhost:8480;");
        assertThat(result.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(result.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void a_hashed_asset_is_kept_for_good_and_comes_packed() {
        Result plain = server.asNobody().get(SCRIPT);
        Result packed = server.asNobody().header("Accept-Encoding", "br, gzip").get(SCRIPT);

        assertThat(plain.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(plain.header("Content-Type")).startsWith("text/javascript");
        assertThat(plain.body()).startsWith("console.log");
        assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(packed.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(Integer.parseInt(packed.header("Content-Length")))
                .isLessThan(Integer.parseInt(plain.header("Content-Length")) / 4);
    }

    @Test
    void what_the_browser_has_is_not_sent_again() {
        String etag = server.asNobody().get("/favicon.svg").header("ETag");

        Result again = server.asNobody().header("If-None-Match", etag).get("/favicon.svg");

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void a_view_of_the_console_gets_the_page_and_a_missing_file_does_not() {
        assertThat(server.asNobody()
                        .header("Accept", "text/html,*/*")
                        .get("/workloads/team-a/train-1")
                        .body())
                .contains("<title>Wellfield</title>");
        Result missing = server.asNobody().header("Accept", "*/*").get("/assets/gone-12345678.js");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.code()).isEqualTo("not-found");
    }

    @Test
    void nothing_outside_the_folder_is_served() {
        for (String path : List.of(
                "/../openapi.json",
                "/%2e%2e/openapi.json",
                "/assets/..%2f..%2fopenapi.json",
                "/..%5copenapi.json",
                "//openapi.json",
                "/assets/",
                "/%00")) {
            String answer = Wire.exchange(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer).as(path).startsWith("HTTP/1.1 4");
        }
    }

    @Test
    void a_change_at_a_console_path_is_refused() {
        Result result = server.asNobody().send("POST", "/workloads", null);

        assertThat(result.status()).isEqualTo(405);
        assertThat(result.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }
}
