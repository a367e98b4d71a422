package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Keeps somebody out. */
@Command(
        name = "disable",
        header = "Keep somebody out: sessions end at once, tokens and open invitations are revoked.",
        footer = {"", "Example:", "  wellfield users disable anna"})
final class UserDisableCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield users` shows them.")
    String name = "";

    private final Connection connection;

    UserDisableCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        connection.rest().post(ApiPath.of("users", name, "disable"));
        connection.terminal().line(name + " is disabled: signed out everywhere, and every token is revoked.");
        return ExitCode.OK.code();
    }
}
