package dev.wellfield.cli;

import dev.wellfield.cli.client.Answer;
import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Exchanges a name and a password for a token, by a session that ends at once. The password is kept nowhere. */
final class PasswordLogin {
    private static final Duration TOKEN_LIFE = Duration.ofDays(30);

    private final Rest rest;
    private final Terminal terminal;

    PasswordLogin(URI server, Terminal terminal) {
        this.rest = new Rest(server, null, terminal);
        this.terminal = terminal;
    }

    String token(String user) {
        String password = new Typed(terminal).secret("Password of " + user);
        if (password.isEmpty()) {
            throw Failure.usage(List.of(new Violation("password", null, "the password of " + user)));
        }
        Answer begun = begin(user, password);
        JsonNode session = begun.json();
        String cookie = begun.header("set-cookie").orElse("");
        Map<String, String> headers =
                Map.of("Cookie", cookie.split(";", 2)[0], "X-CSRF-Token", Json.text(session, "/csrfToken"));
        Instant now = terminal.now();
        JsonNode wanted = Json.object()
                .put("name", "login-" + now.toEpochMilli())
                .put("expiresAt", now.plus(TOKEN_LIFE).toString());
        try {
            return Json.text(
                    rest.exchange("POST", ApiPath.of("tokens"), headers, wanted).json(), "/secret");
        } finally {
            rest.exchange("DELETE", ApiPath.of("session"), headers, null);
        }
    }

    private Answer begin(String user, String password) {
        try {
            return rest.exchange(
                    "POST",
                    ApiPath.of("session"),
                    Map.of(),
                    Json.object().put("name", user).put("password", password));
        } catch (Failure e) {
            if (e.exitCode() == ExitCode.NOT_PERMITTED) {
                throw Failure.of(
                        ExitCode.NOT_PERMITTED,
                        "Name or password is wrong.",
                        "An operator can reset a lost password: wellfield users reset-password " + user);
            }
            throw e;
        }
    }
}
