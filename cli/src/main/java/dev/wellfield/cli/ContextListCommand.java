package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Lists the contexts. */
@Command(
        name = "list",
        header = "List the servers that you know; * marks the current one.",
        footer = {"", "Example:", "  wellfield context list"})
final class ContextListCommand implements Callable<Integer> {
    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    ContextListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Terminal terminal = connection.terminal();
        Format format = output.format(terminal);
        Contexts.Content content = connection.contexts().read();
        if (content.entries().isEmpty() && (format == Format.TABLE || format == Format.WIDE)) {
            terminal.note(
                    "No contexts. `wellfield up` makes one for a server on this machine; `wellfield login --server URL` another.");
            return ExitCode.OK.code();
        }
        List<JsonNode> items = content.entries().stream()
                .map(it -> (JsonNode) Json.object()
                        .put("name", it.name())
                        .put("current", it.name().equals(content.current()))
                        .put("server", it.url())
                        .put("token", ContextShowCommand.masked(it)))
                .toList();
        new Listing(kind(), terminal).print(items, format);
        return ExitCode.OK.code();
    }

    private static Kind kind() {
        return new Kind(
                "contexts",
                new Kind.Scope.Everywhere(ApiPath.of("session"), false),
                item -> Json.text(item, "/name"),
                List.of(
                        Kind.column("", (item, now) -> Cell.of(Json.flag(item, "/current") ? "*" : "")),
                        Kind.column("NAME", "/name"),
                        Kind.column("SERVER", "/server"),
                        Kind.column("TOKEN", "/token")),
                Kind.fields("name=/name", "current=/current", "server=/server", "token=/token"));
    }
}
