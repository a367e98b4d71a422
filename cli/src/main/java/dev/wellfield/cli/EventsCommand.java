package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Following;
import dev.wellfield.cli.client.ServerEvent;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows what changed, and who did it. */
@Command(
        name = "events",
        header = "Show what changed, and who did it; the newest last.",
        footer = {
            "",
            "Examples:",
            "  wellfield events --tenant training",
            "  wellfield events training/ft-1",
            "  wellfield events --follow -o json        one JSON document a line"
        })
final class EventsCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "WORKLOAD", description = "Of this workload alone.")
    @Nullable
    String name;

    @Option(names = "--tenant", paramLabel = "T", description = "Of this tenant alone.")
    @Nullable
    String tenant;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what happens from now on, until Ctrl-C.")
    boolean follow;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "How many of the past, at most 500. Default: 50.")
    int limit = 50;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    EventsCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        if (follow && (format == Format.YAML || format == Format.CSV || format == Format.NAME)) {
            throw Failure.usage(
                    List.of(new Violation("--output", format.text(), "table or json while they are followed")));
        }
        boolean json = format == Format.JSON;
        if (limit < 1 || limit > 500) {
            throw Failure.usage(List.of(new Violation("--limit", Integer.toString(limit), "a number from 1 to 500")));
        }
        WorkloadName workload = name == null ? null : WorkloadName.of(name, tenant, connection);
        String owner = workload == null ? tenant : workload.tenant();
        String aggregate = workload == null ? null : "workload/" + workload.name();
        JsonNode past = connection
                .rest()
                .get(ApiPath.of("events")
                        .with("tenant", owner)
                        .with("aggregate", aggregate)
                        .with("limit", limit));
        List<JsonNode> events = EventPrinter.oldestFirst(past);
        EventPrinter printer = new EventPrinter(connection.terminal());
        if (json) {
            events.forEach(it -> connection.terminal().line(Json.line(it)));
        } else if (follow) {
            events.forEach(printer::printOne);
        } else if (format == Format.TABLE || format == Format.WIDE) {
            printer.print(events);
        } else {
            new Listing(EventPrinter.kind(), connection.terminal()).print(events, format);
        }
        if (follow) {
            new Following(
                            connection.rest(),
                            ApiPath.of("events", "stream").with("tenant", owner),
                            Json.textOrNull(past, "/next"),
                            event -> show(event, aggregate, json, printer))
                    .run();
        }
        return ExitCode.OK.code();
    }

    private boolean show(ServerEvent event, @Nullable String aggregate, boolean json, EventPrinter printer) {
        boolean wanted = event.name().equals("change")
                && (aggregate == null || Json.text(event.data(), "/aggregate").equals(aggregate));
        if (!wanted) {
            return true;
        }
        return json ? connection.terminal().piece(Json.line(event.data()) + "\n") : printer.printOne(event.data());
    }
}
