package dev.wellfield.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.StubServer.Request;
import dev.wellfield.server.rest.StubServer.Result;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The console's session, and what a page of another site can't do with it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionTest {
    private static final String CANCEL = "/api/v1/tenants/team-a/workloads/w/cancel";
    private final StubServer server = StubServer.start();

    @BeforeAll
    void signIn() {
        server.authenticator.session("secret-1", Role.ENGINEER, "team-a");
    }

    @AfterAll
    void close() {
        server.close();
    }

    private Request session() {
        return server.asNobody().header("Cookie", "theme=dark; __Host-wellfield=secret-1");
    }

    private Request withToken() {
        return session().header("X-CSRF-Token", FakeAuthenticator.CSRF);
    }

    @Test
    void a_session_reads_without_more() {
        assertThat(session().get("/api/v1/workloads").status()).isEqualTo(200);
        assertThat(session()
                        .header("Sec-Fetch-Site", "cross-site")
                        .get("/api/v1/workloads")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_change_needs_the_token_of_the_session() {
        assertThat(withToken().send("POST", CANCEL, null).status()).isEqualTo(202);
        for (Result result : new Result[] {
            session().send("POST", CANCEL, null),
            session().header("X-CSRF-Token", "").send("POST", CANCEL, null),
            session().header("X-CSRF-Token", "guess").send("POST", CANCEL, null)
        }) {
            assertThat(result.status()).isEqualTo(403);
            assertThat(result.code()).isEqualTo("csrf");
        }
    }

    @Test
    void a_change_from_another_site_is_refused_even_with_the_token() {
        assertThat(withToken()
                        .header("Sec-Fetch-Site", "cross-site")
                        .send("POST", CANCEL, null)
                        .code())
                .isEqualTo("csrf");
        assertThat(withToken()
                        .header("Sec-Fetch-Site", "same-site")
                        .send("POST", CANCEL, null)
                        .code())
                .isEqualTo("csrf");
        assertThat(withToken()
                        .header("Origin", "http://127.0.0.1:1")
                        .send("POST", CANCEL, null)
                        .code())
                .isEqualTo("csrf");
        assertThat(withToken()
                        .header("Origin", "null")
                        .send("POST", CANCEL, null)
                        .code())
                .isEqualTo("csrf");
    }

    @Test
    void a_change_from_the_console_itself_is_taken() {
        Result result = withToken()
                .header("Sec-Fetch-Site", "same-origin")
                .header("Origin", server.server.url())
                .send("POST", CANCEL, null);

        assertThat(result.status()).isEqualTo(202);
    }

    @Test
    void signing_in_from_another_site_is_refused() {
        Result result = server.asNobody()
                .header("Origin", "http://evil.example")
                .post("/api/v1/session", "{\"token\": \"wft_12345678\"}");

        assertThat(result.code()).isEqualTo("csrf");
    }

    @Test
    void a_bearer_token_needs_no_csrf_token_and_wins_over_the_cookie() {
        Result result = session()
                .header("Authorization", "Bearer " + FakeAuthenticator.OPERATOR)
                .header("Origin", "http://tool.example")
                .send("POST", CANCEL, null);
        Result wrong = session().header("Authorization", "Bearer nonsense").get("/api/v1/workloads");

        assertThat(result.status()).isEqualTo(202);
        assertThat(wrong.status()).isEqualTo(401);
    }

    @Test
    void an_unknown_session_and_several_cookies_are_401() {
        assertThat(server.asNobody()
                        .header("Cookie", "__Host-wellfield=other")
                        .get("/api/v1/workloads")
                        .status())
                .isEqualTo(401);
        assertThat(server.asNobody()
                        .header("Cookie", "__Host-wellfield=")
                        .get("/api/v1/workloads")
                        .status())
                .isEqualTo(401);
        assertThat(server.asNobody()
                        .header("Cookie", "__Host-wellfield=secret-1; __Host-wellfield=other")
                        .get("/api/v1/workloads")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void the_cookie_is_for_this_host_and_for_no_script() {
        assertThat(SessionCookie.set("abc", Duration.ofHours(8)))
                .isEqualTo("__Host-wellfield=abc; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800");
        assertThat(SessionCookie.cleared()).endsWith("Max-Age=0");
    }
}
