package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Revokes a token, one's own or another principal's. */
@Command(
        name = "revoke",
        header = "Revoke one of your own tokens, or one of another principal's.",
        footer = {"", "Examples:", "  wellfield token revoke laptop", "  wellfield token revoke laptop --principal tina"
        })
final class TokenRevokeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield token list` shows them.")
    String name = "";

    @Option(names = "--principal", paramLabel = "P", description = "Of this principal instead of yourself.")
    @Nullable
    String principal;

    private final Connection connection;

    TokenRevokeCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        ApiPath path =
                principal == null ? ApiPath.of("tokens", name) : ApiPath.of("principals", principal, "tokens", name);
        connection.rest().delete(path);
        String whose = principal == null ? "" : " of " + principal;
        connection.terminal().line("Token " + name + whose + " is revoked.");
        return ExitCode.OK.code();
    }
}
