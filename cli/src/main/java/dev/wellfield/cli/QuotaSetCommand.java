package dev.wellfield.cli;

import dev.wellfield.cli.client.Answer;
import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.client.Rest;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Changes a quota, made from the version that was read. */
@Command(
        name = "set",
        header = "Change a quota; effective in the next scheduling cycle, nothing restarts.",
        footer = {
            "",
            "DIMENSION=GUARANTEE:CEILING: a side that is left out stays as it is; a ceiling of none is no limit;",
            "DIMENSION=none takes the dimension out of the quota.",
            "Dimensions: CARDS and COMPUTE (in cards), MEMORY and HOST_MEMORY (GiB or MiB),",
            "BANDWIDTH (GB/s or MB/s), CONCURRENCY (running workloads), CPU (cores)",
            "",
            "Examples:",
            "  wellfield quota set --tenant training --pool a100 --dimension CARDS=3:4",
            "  wellfield quota set --tenant adhoc --pool a100 --dimension MEMORY=:80GiB --dry-run"
        })
final class QuotaSetCommand implements Callable<Integer> {
    @Option(names = "--tenant", required = true, paramLabel = "T", description = "Whose.")
    String tenant = "";

    @Option(names = "--pool", required = true, paramLabel = "P", description = "In which pool.")
    String pool = "";

    @Option(names = "--dimension", paramLabel = "D=G:C", description = "A change. May be given several times.")
    List<String> dimensions = new ArrayList<>();

    @Option(
            names = "--memory-per-card",
            paramLabel = "SIZE",
            description =
                    "The most device memory that one workload may hold of one card, e.g. 35GiB; none for no limit.")
    @Nullable
    String memoryPerCard;

    @Option(names = "--over-quota", paramLabel = "WHAT", description = "QUEUE or REFUSE what is over the ceiling.")
    @Nullable
    String overQuota;

    @Option(names = "--dry-run", description = "Show the change, and don't make it.")
    boolean dryRun;

    private final Connection connection;

    QuotaSetCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        List<QuotaChange> changes =
                dimensions.stream().map(it -> QuotaChange.parse(it, violations)).toList();
        if (dimensions.isEmpty() && memoryPerCard == null && overQuota == null) {
            violations.add("--dimension", "nothing", "a change, e.g. CARDS=3:4");
        }
        if (overQuota != null && !overQuota.equalsIgnoreCase("QUEUE") && !overQuota.equalsIgnoreCase("REFUSE")) {
            violations.add("--over-quota", overQuota, "QUEUE or REFUSE");
        }
        long perCard = memoryPerCard == null || memoryPerCard.equals("none")
                ? 0
                : violations.amount("--memory-per-card", memoryPerCard, Units.memoryMib(memoryPerCard));
        violations.check();
        change(changes, perCard);
        return ExitCode.OK.code();
    }

    private void change(List<QuotaChange> changes, long perCard) {
        Current current = read();
        ObjectNode after = current.spec().deepCopy();
        changes.forEach(it -> it.apply(after.withObject("/limits")));
        if (memoryPerCard != null && perCard == 0) {
            after.remove("memoryPerCardMib");
        } else if (memoryPerCard != null) {
            after.put("memoryPerCardMib", perCard);
        }
        if (overQuota != null) {
            after.put("overQuota", overQuota.toUpperCase(Locale.ROOT));
        }
        Terminal terminal = connection.terminal();
        List<String> lines = QuotaDifference.lines(current.spec(), after);
        if (lines.isEmpty()) {
            terminal.line("The quota of " + tenant + " in pool " + pool + " is so already; nothing changed.");
            return;
        }
        if (!dryRun) {
            connection.rest().put(path(), after, current.etag(), QuotaSetCommand::field);
        }
        terminal.line("Quota of " + tenant + " in pool " + pool + (dryRun ? " would change:" : " changed:"));
        lines.forEach(it -> terminal.line("  " + it));
    }

    /** @param etag what the change is made from */
    private record Current(ObjectNode spec, String etag) {}

    private Current read() {
        Rest rest = connection.rest();
        try {
            Answer answer = rest.read(path());
            return new Current(
                    (ObjectNode) answer.json().path("spec"),
                    answer.header("etag").orElse("\"0\""));
        } catch (Failure failure) {
            if (failure.exitCode() != ExitCode.NOT_FOUND) {
                throw failure;
            }
            ObjectNode empty = Json.object();
            empty.putObject("limits");
            return new Current(empty, "\"0\"");
        }
    }

    /** {@code /limits/CARDS/ceiling} as {@code CARDS ceiling}. */
    private static String field(String pointer) {
        return FieldNames.dotted(pointer).replaceFirst("^limits\\.([A-Z_]+)\\.(guarantee|ceiling)$", "$1 $2");
    }

    private ApiPath path() {
        return ApiPath.of("tenants", tenant, "quotas", pool);
    }
}
