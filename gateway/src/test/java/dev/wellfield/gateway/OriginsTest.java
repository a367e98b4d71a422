package dev.wellfield.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console calls the gateway from a browser; other pages can't. */
final class OriginsTest {
    private static final String CONSOLE = "http://127.0.0.1:8470";
    private static final String FOREIGN = "http://evil.example";

    @TempDir
    Path data;

    private House house = new House(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        house = new House(data).engine("--tokens-per-second", "1000").start();
        house.gateway().allowOrigins(Set.of(CONSOLE));
    }

    @AfterEach
    void close() {
        house.close();
    }

    private Caller.Answer preflight(String origin) throws Exception {
        try (Caller caller = house.caller()) {
            return caller.send("OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: x\r\nOrigin: " + origin
                            + "\r\nAccess-Control-Request-Method: POST"
                            + "\r\nAccess-Control-Request-Headers: authorization,content-type\r\n\r\n")
                    .head()
                    .asAnswer();
        }
    }

    @Test
    void a_preflight_of_the_console_is_answered() throws Exception {
        Caller.Answer answer = preflight(CONSOLE);

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("access-control-allow-origin")).isEqualTo(CONSOLE);
        assertThat(answer.header("access-control-allow-methods")).contains("POST");
        assertThat(answer.header("access-control-allow-headers")).isEqualTo("authorization, content-type");
        assertThat(answer.headers()).doesNotContainKey("access-control-allow-credentials");
        assertThat(answer.header("vary")).isEqualTo("origin");
    }

    @Test
    void the_console_may_read_answers_and_refusals() throws Exception {
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.stream(3), "Origin: " + CONSOLE)
                    .answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("access-control-allow-origin")).isEqualTo(CONSOLE);
            assertThat(answer.header("access-control-expose-headers")).contains("x-request-id");
            Caller.Answer refused =
                    caller.chat("wrong", Bodies.whole(3), "Origin: " + CONSOLE).answer();
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("access-control-allow-origin")).isEqualTo(CONSOLE);
        }
    }

    @Test
    void other_pages_are_told_nothing() throws Exception {
        assertThat(preflight(FOREIGN).status()).isEqualTo(405);
        try (Caller caller = house.caller()) {
            Caller.Answer answer = caller.chat(house.key.text(), Bodies.whole(3), "Origin: " + FOREIGN)
                    .answer();
            assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
    }
}
