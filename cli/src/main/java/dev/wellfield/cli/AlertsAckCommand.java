package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Acknowledges an alert. */
@Command(
        name = "ack",
        header = "Say that you care about an alert that fires, so that others needn't.",
        footer = {"", "Example:", "  wellfield alerts ack engine-down.inference.chat"})
final class AlertsAckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ALERT", description = "`wellfield alerts` shows them.")
    String name = "";

    private final Connection connection;

    AlertsAckCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        JsonNode alert = connection.rest().post(ApiPath.of("alerts", name, "acknowledge"));
        connection.terminal().line(name + " is acknowledged by " + Json.text(alert, "/acknowledgedBy") + ".");
        connection.terminal().line(WatchSentences.of(alert));
        return ExitCode.OK.code();
    }
}
