package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets somebody in again. */
@Command(
        name = "enable",
        header = "Let somebody in again; tokens that were revoked stay so.",
        footer = {"", "Example:", "  wellfield users enable anna"})
final class UserEnableCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield users` shows them.")
    String name = "";

    private final Connection connection;

    UserEnableCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        connection.rest().post(ApiPath.of("users", name, "enable"));
        connection.terminal().line(name + " may sign in again.");
        return ExitCode.OK.code();
    }
}
