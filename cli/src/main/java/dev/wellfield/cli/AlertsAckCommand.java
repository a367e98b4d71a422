package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Acknowledges an alert. */
@Command(
        name = "ack",
        header = "Say that you care about an alert that fires, so that others needn't.",
        footer = {
            "",
            "Example:",
            "  wellfield alerts ack engine-down.inference.chat --note 'restarting it with less memory'"
        })
final class AlertsAckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ALERT", description = "`wellfield alerts` shows them.")
    String name = "";

    @Option(names = "--note", paramLabel = "TEXT", description = "To the others, e.g. what you are doing about it.")
    @Nullable
    String note;

    private final Connection connection;

    AlertsAckCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (note != null) {
            body.put("note", note);
        }
        JsonNode alert = connection.rest().post(ApiPath.of("alerts", name, "acknowledge"), body);
        connection.terminal().line(name + " is acknowledged by " + Json.text(alert, "/acknowledgedBy") + ".");
        connection.terminal().line(WatchSentences.of(alert));
        return ExitCode.OK.code();
    }
}
