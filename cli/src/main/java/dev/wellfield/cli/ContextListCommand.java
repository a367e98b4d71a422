package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists the contexts. */
@Command(
        name = "list",
        header = "List the servers that you know; * marks the current one.",
        footer = {"", "Example:", "  wellfield context list"})
final class ContextListCommand implements Callable<Integer> {
    private final Connection connection;

    ContextListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Terminal terminal = connection.terminal();
        Contexts.Content content = connection.contexts().read();
        if (content.entries().isEmpty()) {
            terminal.note(
                    "No contexts. `wellfield up` makes one for a server on this machine; `wellfield login --server URL` another.");
            return ExitCode.OK.code();
        }
        Table table = Table.of("", "NAME", "SERVER", "TOKEN");
        for (Contexts.Entry entry : content.entries()) {
            table.row(
                    entry.name().equals(content.current()) ? "*" : "",
                    entry.name(),
                    entry.url(),
                    ContextShowCommand.masked(entry));
        }
        terminal.print(table);
        return ExitCode.OK.code();
    }
}
