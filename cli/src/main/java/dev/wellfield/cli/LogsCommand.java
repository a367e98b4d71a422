package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows a workload's log. */
@Command(
        name = "logs",
        header = "Show what a workload writes.",
        footer = {
            "",
            "Examples:",
            "  wellfield logs training/ft-1 --tail 100",
            "  wellfield logs -f training/ft-1        follows it to its end, through broken connections"
        })
final class LogsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "WORKLOAD", description = "tenant/name, or a name with --tenant.")
    String name = "";

    @Option(names = "--tenant", paramLabel = "T", description = "Its tenant, if the name doesn't say.")
    @Nullable
    String tenant;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on until its end, and say on stderr how it ended.")
    boolean follow;

    @Option(names = "--tail", paramLabel = "N", description = "Begin so many lines before the end.")
    @Nullable
    Integer tail;

    private final Connection connection;

    LogsCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        if (tail != null && (tail < 0 || tail > 100_000)) {
            violations.add("--tail", tail.toString(), "a number of lines from 0 to 100000");
        }
        violations.check();
        WorkloadName workload = WorkloadName.of(name, tenant, connection);
        LogReader log = new LogReader(connection, workload);
        if (!follow) {
            log.read(tail);
            return ExitCode.OK.code();
        }
        if (log.follow(tail)) {
            JsonNode ended = connection.rest().get(workload.path());
            connection.terminal().note(Ending.sentence(workload, ended));
        }
        return ExitCode.OK.code();
    }
}
