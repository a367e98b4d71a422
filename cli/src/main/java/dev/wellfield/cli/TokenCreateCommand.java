package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a token, for oneself or for another principal. */
@Command(
        name = "create",
        header = "Make a token, for yourself or for another principal; its secret is shown once.",
        footer = {
            "",
            "Examples:",
            "  wellfield token create ci --expires 30d --scopes workloads.submit,workloads.read",
            "  wellfield token create laptop --principal tina -o secret"
        })
final class TokenCreateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "What its owner calls it.")
    String name = "";

    @Option(names = "--principal", paramLabel = "P", description = "For this principal instead of yourself.")
    @Nullable
    String principal;

    @Option(names = "--expires", paramLabel = "TIME", description = "E.g. 30d, or an instant.")
    @Nullable
    String expires;

    @Option(
            names = "--scopes",
            split = ",",
            paramLabel = "S",
            description = "Only these permissions; else all of the principal's.")
    List<String> scopes = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json, or secret for the secret alone.",
            defaultValue = "text")
    String output = "text";

    private final Connection connection;

    TokenCreateCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Secrets.checkOutput(output);
        ObjectNode body = Json.object().put("name", name);
        if (!scopes.isEmpty()) {
            ArrayNode array = body.putArray("scopes");
            scopes.forEach(array::add);
        }
        String expiry = Secrets.expiry(expires, connection.terminal().now());
        if (expiry != null) {
            body.put("expiresAt", expiry);
        }
        ApiPath path = principal == null ? ApiPath.of("tokens") : ApiPath.of("principals", principal, "tokens");
        JsonNode issued = connection.rest().post(path, body);
        String whose = principal == null ? "" : " of " + principal;
        Secrets.print(connection.terminal(), output, "The secret of token " + name + whose, issued);
        return ExitCode.OK.code();
    }
}
