package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes one's own password. */
@Command(
        name = "passwd",
        header = "Change your password, or set the first one; every console session ends.",
        description = {
            "",
            "Asks for the old password and twice for the new one; without a terminal each is a line of standard input."
        },
        footer = {"", "Example:", "  wellfield passwd"})
final class PasswdCommand implements Callable<Integer> {
    private final Connection connection;

    PasswdCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        JsonNode session = connection.rest().get(ApiPath.of("session"));
        Typed typed = new Typed(connection.terminal());
        ObjectNode body = Json.object();
        if (Json.flag(session, "/hasPassword")) {
            body.put("oldPassword", typed.secret("Old password"));
        }
        String next = typed.secret("New password, at least 12 characters");
        if (!typed.secret("New password again").equals(next)) {
            throw Failure.usage(List.of(new Violation("new password", null, "the same text twice")));
        }
        body.put("newPassword", next);
        connection.rest().exchange("POST", ApiPath.of("password"), Map.of(), body);
        connection
                .terminal()
                .line("The password of " + Json.text(session, "/principal")
                        + " is changed. Console sessions have ended; tokens go on.");
        return ExitCode.OK.code();
    }
}
