package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a context the current one. */
@Command(
        name = "use",
        header = "Use another server from now on.",
        footer = {"", "Example:", "  wellfield context use production"})
final class ContextUseCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "`wellfield context list` shows them.")
    String name = "";

    private final Connection connection;

    ContextUseCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Contexts contexts = connection.contexts();
        contexts.use(name);
        String url = contexts.find(name).map(Contexts.Entry::url).orElse("");
        connection.terminal().line("Commands go to " + name + " (" + url + ") now.");
        return ExitCode.OK.code();
    }
}
