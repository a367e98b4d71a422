package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes an invitation back. */
@Command(
        name = "revoke",
        header = "Take back an invitation that nobody has accepted yet.",
        footer = {"", "Example:", "  wellfield invitations revoke 0198c0de-0000-7000-8000-000000000000"})
final class InvitationRevokeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "`wellfield invitations list` shows them.")
    String id = "";

    private final Connection connection;

    InvitationRevokeCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        connection.rest().delete(ApiPath.of("invitations", id));
        connection.terminal().line("The invitation is revoked: its link is worth nothing.");
        return ExitCode.OK.code();
    }
}
