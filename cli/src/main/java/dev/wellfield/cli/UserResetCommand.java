package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Gives somebody who has lost the password a way back in. */
@Command(
        name = "reset-password",
        header = "Make a link with which somebody sets a new password; it is valid for 24 h.",
        footer = {"", "Example:", "  wellfield users reset-password anna"})
final class UserResetCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield users` shows them.")
    String name = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json, or secret for the link alone.",
            defaultValue = "text")
    String output = "text";

    private final Connection connection;

    UserResetCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Secrets.checkOutput(output);
        JsonNode issued = connection.rest().post(ApiPath.of("users", name, "reset-password"));
        Invited.print(
                connection.terminal(),
                output,
                connection.rest().server(),
                "The link for a new password of " + name,
                issued);
        return ExitCode.OK.code();
    }
}
