package dev.wellfield.cli;

import static dev.wellfield.cli.show.Json.number;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows what is used and free now, the most used first. */
@Command(
        name = "top",
        header = "Show what is used and free now of cards and quotas, and how engines are.",
        footer = {
            "",
            "Examples:",
            "  wellfield top cards",
            "  wellfield top tenants --watch          again every two seconds, until Ctrl-C",
            "  wellfield top engines -o csv"
        })
final class TopCommand implements Callable<Integer> {
    @Parameters(paramLabel = "WHAT", description = "cards, tenants or engines.")
    String what = "";

    @Mixin
    WatchOption watch = new WatchOption();

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    TopCommand(Connection connection) {
        this.connection = connection;
    }

    /** What is shown, and what comes first. */
    private record Top(Kind kind, Comparator<JsonNode> order) {}

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        Top top = top();
        Listing listing = new Listing(top.kind(), connection.terminal());
        watch.run(connection.terminal(), () -> show(top, listing, format));
        return ExitCode.OK.code();
    }

    private void show(Top top, Listing listing, Format format) {
        List<JsonNode> items = new Lists(connection)
                .all(top.kind(), null).stream().sorted(top.order()).toList();
        listing.print(items, format);
    }

    private Top top() {
        return switch (what) {
            case "cards", "card" ->
                new Top(
                        WatchKinds.topCards(),
                        Comparator.comparingLong(card ->
                                number(card, "/freeMemoryMib") * 1000 / Math.max(1, number(card, "/memoryMib"))));
            case "tenants", "tenant" ->
                new Top(WatchKinds.topTenants(), Comparator.comparingLong(it -> -number(it, "/signal/usedPermille")));
            case "engines", "engine" ->
                new Top(WatchKinds.topEngines(), Comparator.comparingLong(it -> -number(it, "/signal/silentSeconds")));
            default -> throw Failure.usage(List.of(new Violation("WHAT", what, "cards, tenants or engines")));
        };
    }
}
