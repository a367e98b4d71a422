package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Revokes one of the caller's own tokens. */
@Command(
        name = "revoke",
        header = "Revoke one of your own tokens.",
        footer = {"", "Example:", "  wellfield token revoke laptop"})
final class TokenRevokeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield token list` shows them.")
    String name = "";

    private final Connection connection;

    TokenRevokeCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        connection.rest().delete(ApiPath.of("tokens", name));
        connection.terminal().line("Token " + name + " is revoked.");
        return ExitCode.OK.code();
    }
}
