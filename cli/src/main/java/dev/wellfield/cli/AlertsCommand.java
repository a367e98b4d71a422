package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists alerts. */
@Command(
        name = "alerts",
        header = "Show what is wrong now, or say that you care.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Pending ones haven't lasted for long enough yet; people are told of those that fire.",
            "",
            "Examples:",
            "  wellfield alerts",
            "  wellfield alerts --all --tenant training     with those of the last 90 days that are over",
            "  wellfield alerts ack engine-down.inference.chat"
        })
final class AlertsCommand implements Callable<Integer> {
    @Option(names = "--all", description = "With those that are over, of the last 90 days.")
    boolean all;

    @Option(names = "--tenant", paramLabel = "T", description = "Of this tenant alone.")
    @Nullable
    String tenant;

    @Mixin
    WatchOption watch = new WatchOption();

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    AlertsCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        ApiPath path = ApiPath.of("alerts").with("tenant", tenant).with("state", all ? null : "FIRING,PENDING");
        Kind kind = WatchKinds.alerts().in(new Kind.Scope.Everywhere(path, true));
        Listing listing = new Listing(kind, connection.terminal());
        watch.run(connection.terminal(), () -> listing.print(new Lists(connection).all(kind, tenant), format));
        return ExitCode.OK.code();
    }
}
