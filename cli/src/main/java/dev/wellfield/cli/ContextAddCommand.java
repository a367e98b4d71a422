package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Adds a context without trying it. */
@Command(
        name = "add",
        header = "Note a server, and perhaps a token for it, without trying them; `wellfield login` tries.",
        footer = {
            "",
            "Examples:",
            "  wellfield context add production --server https://wellfield.example.com",
            "  WELLFIELD_TOKEN=wft_… wellfield context add ci --server http://10.0.0.5:8470"
        })
final class ContextAddCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "What you call it.")
    String name = "";

    private final Connection connection;

    ContextAddCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        if (connection.server == null) {
            throw Failure.usage(List.of(
                    new Violation("--server", "nothing", "the address of a server, e.g. http://127.0.0.1:8470")));
        }
        String url = Address.parse(connection.server).toString();
        String token = connection.token == null
                ? connection.terminal().variable("WELLFIELD_TOKEN").orElse(null)
                : connection.token;
        connection.contexts().add(name, url, token);
        connection
                .terminal()
                .line("Context " + name + " is " + url + (token == null ? ", without a token." : ", with a token."));
        if (token == null) {
            connection.terminal().note("Sign in: wellfield login --server " + url + " --name " + name);
        }
        return ExitCode.OK.code();
    }
}
