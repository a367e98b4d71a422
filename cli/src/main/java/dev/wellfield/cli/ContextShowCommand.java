package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows one context. */
@Command(
        name = "show",
        header = "Show the current context, or another one.",
        footer = {"", "Example:", "  wellfield context show"})
final class ContextShowCommand implements Callable<Integer> {
    private static final int PREFIX_SHOWN = 8;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Another one than the current.")
    @Nullable
    String name;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    ContextShowCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Contexts contexts = connection.contexts();
        Contexts.Content content = contexts.read();
        String wanted = name == null ? connection.context : name;
        Contexts.Entry entry = wanted == null
                ? content.find(content.current())
                        .orElseThrow(() -> Failure.of(
                                ExitCode.NOT_FOUND,
                                "No context is in use.",
                                "Run `wellfield up`, or `wellfield login --server URL`."))
                : content.find(wanted).orElseThrow(() -> Contexts.unknown(wanted, content));
        Terminal terminal = connection.terminal();
        Format format = output.format(terminal, FormatOption.DOCUMENT);
        JsonNode json = Json.object()
                .put("name", entry.name())
                .put("server", entry.url())
                .put("token", masked(entry))
                .put("file", contexts.file().toString());
        if (Outputs.document(terminal, json, format)) {
            return ExitCode.OK.code();
        }
        terminal.line("Context  " + entry.name());
        terminal.line("Server   " + entry.url());
        terminal.line("Token    " + masked(entry));
        terminal.line("File     " + contexts.file());
        return ExitCode.OK.code();
    }

    /** The beginning of the token, as lists of tokens show it; never the whole. */
    static String masked(Contexts.Entry entry) {
        String token = entry.token();
        if (token == null) {
            return "none";
        }
        return token.length() <= 2 * PREFIX_SHOWN ? "…" : token.substring(0, PREFIX_SHOWN) + "…";
    }
}
