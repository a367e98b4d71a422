package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Cancels a workload. */
@Command(
        name = "cancel",
        header = "Cancel a workload: SIGTERM, its grace period, SIGKILL; cancelling twice is harmless.",
        footer = {"", "Example:", "  wellfield cancel training/ft-1 --wait"})
final class CancelCommand implements Callable<Integer> {
    private static final long DEFAULT_GRACE_SECONDS = 30;
    private static final long BEYOND_GRACE_SECONDS = 30;

    @Parameters(paramLabel = "WORKLOAD", description = "tenant/name, or a name with --tenant.")
    String name = "";

    @Option(names = "--tenant", paramLabel = "T", description = "Its tenant, if the name doesn't say.")
    @Nullable
    String tenant;

    @Option(names = "--wait", description = "Wait for its end: its grace period and 30 s more at most.")
    boolean wait;

    private final Connection connection;

    CancelCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        WorkloadName workload = WorkloadName.of(name, tenant, connection);
        JsonNode now = connection.rest().post(workload.path("cancel"));
        long grace =
                now.path("spec").has("graceSeconds") ? Json.number(now, "/spec/graceSeconds") : DEFAULT_GRACE_SECONDS;
        Terminal terminal = connection.terminal();
        if (Ending.ended(now)) {
            terminal.line(Ending.sentence(workload, now) + " It had ended already; there was nothing to cancel.");
        } else if (wait) {
            JsonNode ended =
                    new Waiting(connection, workload).untilEnd(Duration.ofSeconds(grace + BEYOND_GRACE_SECONDS));
            terminal.line(Ending.sentence(workload, ended));
        } else if (Json.text(now, "/status/phase").equals("QUEUED")) {
            terminal.line(workload + " leaves the queue.");
        } else {
            terminal.line(workload + " is told to end (SIGTERM); if it hasn't in " + grace + " s, it is killed.");
        }
        return ExitCode.OK.code();
    }
}
