package dev.wellfield.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wellfield.server.RunningServer.Answer;
import org.junit.jupiter.api.Test;

/** Tokens of other principals, in the operator's hands. */
class TokensTest {
    private static final RunningServer SERVER = RunningServer.shared();
    private static final String TOKENS = "/api/v1/principals/fiona/tokens";

    private static Answer ask(String operation, String method, String path) {
        return SERVER.send(operation, method, path, SERVER.operator(), null);
    }

    @Test
    void the_operator_lists_and_revokes_tokens_of_somebody_else() {
        String secret = SERVER.send(
                        "createPrincipalToken",
                        "POST",
                        TOKENS,
                        SERVER.operator(),
                        RunningServer.json("{'name': 'lost-laptop'}"))
                .json()
                .get("secret")
                .asString();
        assertThat(SERVER.send("getSession", "GET", "/api/v1/session", secret, null)
                        .status())
                .isEqualTo(200);

        Answer listed = ask("listPrincipalTokens", "GET", TOKENS);
        Answer revoked = ask("revokePrincipalToken", "DELETE", TOKENS + "/lost-laptop");

        assertThat(listed.body()).contains("lost-laptop").doesNotContain(secret);
        assertThat(revoked.status()).isEqualTo(204);
        assertThat(SERVER.send("getSession", "GET", "/api/v1/session", secret, null)
                        .status())
                .isEqualTo(401);
        assertThat(ask("listEvents", "GET", "/api/v1/events?aggregate=principal/fiona")
                        .body())
                .contains("token.revoked", "\"actor\":\"operator\"");
    }

    @Test
    void a_principal_that_is_not_there_has_no_tokens_either() {
        assertThat(ask("listPrincipalTokens", "GET", "/api/v1/principals/nobody/tokens")
                        .status())
                .isEqualTo(404);
        assertThat(ask("revokePrincipalToken", "DELETE", "/api/v1/principals/nobody/tokens/x")
                        .status())
                .isEqualTo(404);
        assertThat(ask("revokePrincipalToken", "DELETE", TOKENS + "/none").status())
                .isEqualTo(404);
    }
}
