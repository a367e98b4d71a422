package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Signs in: tries a token, and keeps it with the server's address. */
@Command(
        name = "login",
        header = "Sign in to a server, with a password or a token, and keep a token with the server's address.",
        description = {
            "",
            "With --user the password comes from a prompt, else from standard input; it is exchanged for a token",
            "that is valid for 30 days, and not kept. Without it, the token comes from --token-file, else from a",
            "prompt, else from standard input."
        },
        footer = {
            "",
            "Examples:",
            "  wellfield login --server http://127.0.0.1:8470",
            "  wellfield login --server https://wellfield.example.com --user anna",
            "  wellfield login --server https://wellfield.example.com --token-file token.txt --name production"
        })
final class LoginCommand implements Callable<Integer> {
    @Option(names = "--user", paramLabel = "NAME", description = "Your name or e-mail address: asks for the password.")
    @Nullable
    String user;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file with nothing but the token.")
    @Nullable
    String tokenFile;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What to call the context. Default: the server's host.")
    @Nullable
    String name;

    private final Connection connection;

    LoginCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        URI server = server();
        Terminal terminal = connection.terminal();
        if (Address.exposed(server)) {
            terminal.note("Careful: the " + (user == null ? "token" : "password") + " travels to " + server.getHost()
                    + " unencrypted. https would hide it.");
        }
        String token = user == null ? token() : new PasswordLogin(server, terminal).token(user);
        JsonNode session = new Rest(server, token, terminal).get(ApiPath.of("session"));
        String context = name == null ? defaultName(server) : name;
        connection.contexts().put(context, server.toString(), token);
        String roles = Roles.text(session.path("bindings"));
        terminal.line("Signed in to " + server + " as " + Json.text(session, "/principal")
                + (roles.isEmpty() ? "" : " (" + roles + ")") + ". This is context \"" + context + "\" now.");
        return ExitCode.OK.code();
    }

    private URI server() {
        Optional<String> url = Optional.ofNullable(connection.server)
                .or(() -> connection.terminal().variable("WELLFIELD_SERVER"))
                .or(() -> (connection.context == null
                                ? connection.contexts().current()
                                : connection.contexts().find(connection.context))
                        .map(Contexts.Entry::url));
        return Address.parse(url.orElseThrow(() -> Failure.usage(
                List.of(new Violation("--server", "nothing", "the address of a server, e.g. http://127.0.0.1:8470")))));
    }

    /** The context that has this address already, else its host. */
    private String defaultName(URI server) {
        return connection.contexts().entries().stream()
                .filter(it -> it.url().equals(server.toString()))
                .map(Contexts.Entry::name)
                .findFirst()
                .orElse(server.getHost());
    }

    private String token() {
        String text = given().strip();
        if (text.isEmpty() || text.chars().anyMatch(it -> it <= ' ' || it > '~')) {
            throw Failure.usage(List.of(new Violation("token", null, "one word that begins with wft_")));
        }
        return text;
    }

    private String given() {
        if (connection.token != null) {
            return connection.token;
        }
        try {
            if (tokenFile != null) {
                return Files.readString(Path.of(tokenFile));
            }
            return new Typed(connection.terminal()).secret("Token");
        } catch (IOException e) {
            throw Failure.usage(List.of(new Violation("--token-file", tokenFile, "a file that can be read")));
        }
    }
}
