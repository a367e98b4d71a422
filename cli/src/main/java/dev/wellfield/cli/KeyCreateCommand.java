package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes an API key. */
@Command(
        name = "create",
        header = "Make an API key; its secret is shown once.",
        footer = {
            "",
            "Examples:",
            "  wellfield keys create app --tenant inference --concurrent-requests 64 --tokens-per-minute 200000",
            "  wellfield keys create search --tenant data --scopes embeddings",
            "  wellfield keys create nightly --tenant data --models qwen2.5-7b-instruct --expires 30d -o secret"
        })
final class KeyCreateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "What the tenant calls it.")
    String name = "";

    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Whose; else $$WELLFIELD_TENANT, else the only one of yours.")
    @Nullable
    String tenant;

    @Option(
            names = "--models",
            split = ",",
            paramLabel = "M",
            description = "Only these models; else all that the tenant may call.")
    List<String> models = new ArrayList<>();

    @Option(
            names = "--scopes",
            split = ",",
            paramLabel = "S",
            description = "Only for these of chat, completions, embeddings and models; else for everything.")
    List<String> scopes = new ArrayList<>();

    @Option(
            names = {"--concurrent-requests", "--concurrent"},
            paramLabel = "N",
            description = "Requests at a time.")
    @Nullable
    String concurrentRequests;

    @Option(names = "--requests-per-minute", paramLabel = "N", description = "Requests admitted in a minute.")
    @Nullable
    String requestsPerMinute;

    @Option(names = "--tokens-per-minute", paramLabel = "N", description = "Tokens of prompts and answers in a minute.")
    @Nullable
    String tokensPerMinute;

    @Option(names = "--expires", paramLabel = "TIME", description = "E.g. 30d, or an instant.")
    @Nullable
    String expires;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json, or secret for the secret alone.",
            defaultValue = "text")
    String output = "text";

    private final Connection connection;

    KeyCreateCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Secrets.checkOutput(output);
        ObjectNode body = Json.object().put("name", name);
        ObjectNode spec = body.putObject("spec");
        list(spec, "models", models);
        list(spec, "scopes", scopes);
        Violations violations = new Violations();
        count(spec, "concurrentRequests", "--concurrent-requests", concurrentRequests, violations);
        count(spec, "requestsPerMinute", "--requests-per-minute", requestsPerMinute, violations);
        count(spec, "tokensPerMinute", "--tokens-per-minute", tokensPerMinute, violations);
        violations.check();
        String expiry = Secrets.expiry(expires, connection.terminal().now());
        if (expiry != null) {
            spec.put("expiresAt", expiry);
        }
        String owner = connection.tenant(tenant);
        JsonNode issued = connection
                .rest()
                .post(
                        ApiPath.of("tenants", owner, "keys"),
                        body,
                        Map.of("Idempotency-Key", UUID.randomUUID().toString()),
                        FieldNames::dotted);
        Secrets.print(connection.terminal(), output, "The secret of key " + owner + "/" + name, issued);
        return ExitCode.OK.code();
    }

    private static void list(ObjectNode spec, String field, List<String> values) {
        if (!values.isEmpty()) {
            ArrayNode array = spec.putArray(field);
            values.forEach(array::add);
        }
    }

    private static void count(
            ObjectNode spec, String field, String option, @Nullable String given, Violations violations) {
        if (given != null) {
            spec.put(field, violations.amount(option, given, Units.count(given)));
        }
    }
}
