package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Forgets a context. */
@Command(
        name = "delete",
        header = "Forget a server and the token for it. The token stays valid: `wellfield token revoke` ends it.",
        footer = {"", "Example:", "  wellfield context delete production"})
final class ContextDeleteCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield context list` shows them.")
    String name = "";

    private final Connection connection;

    ContextDeleteCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Contexts contexts = connection.contexts();
        boolean current = contexts.current().map(it -> it.name().equals(name)).orElse(false);
        contexts.remove(name);
        connection.terminal().line("Context " + name + " is forgotten.");
        if (current) {
            connection.terminal().note("No context is in use now: wellfield context use NAME");
        }
        return ExitCode.OK.code();
    }
}
