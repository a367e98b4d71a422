package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.why.Check;
import dev.wellfield.cli.why.Explanation;
import dev.wellfield.cli.why.Remedies;
import dev.wellfield.cli.why.Sentences;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tells why a workload waits, was refused or runs where it runs. */
@Command(
        name = "why",
        header = "Tell why a workload waits, was refused or runs where it runs, in numbers.",
        footer = {"", "Example:", "  wellfield why training/ft-1"})
final class WhyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "WORKLOAD", description = "tenant/name, or a name with --tenant.")
    String name = "";

    @Option(names = "--tenant", paramLabel = "T", description = "Its tenant, if the name doesn't say.")
    @Nullable
    String tenant;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    WhyCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal(), FormatOption.DOCUMENT);
        WorkloadName workload = WorkloadName.of(name, tenant, connection);
        if (format == Format.JSON || format == Format.YAML) {
            JsonNode explanation = connection.rest().get(workload.path("explanation"));
            Outputs.document(connection.terminal(), explanation, format);
            return ExitCode.OK.code();
        }
        Decision decision = Decision.look(connection.rest(), workload);
        print(decision);
        return ExitCode.OK.code();
    }

    private void print(Decision decision) {
        Terminal terminal = connection.terminal();
        Explanation explanation = decision.explanation();
        Sentences sentences = new Sentences(decision.name().tenant());
        terminal.line(Style.STRONG.paint(headline(decision), terminal.colours()));
        checks(explanation.checks().stream().filter(it -> !it.passed()).toList(), "✗ ", sentences);
        checks(explanation.checks().stream().filter(Check::passed).toList(), "✓ ", sentences);
        List<String> remedies = new Remedies(decision.name().tenant(), explanation).sentences();
        if (!remedies.isEmpty()) {
            terminal.line("");
            terminal.line(remedies.size() == 1 ? "What would let it run:" : "What would let it run, any one of:");
            remedies.forEach(it -> terminal.line("- " + it));
        }
    }

    /** Where it stands in the queue. */
    private static String place(JsonNode workload) {
        String place = Json.text(workload, "/status/queuePosition");
        String pool = Json.text(workload, "/spec/pool");
        return place.isEmpty()
                ? ""
                : " at place " + place + " of the queue" + (pool.isEmpty() ? "" : " of pool " + pool);
    }

    private void checks(List<Check> checks, String mark, Sentences sentences) {
        checks.forEach(it -> connection.terminal().line(mark + sentences.of(it)));
    }

    private String headline(Decision decision) {
        String ago = " (looked at "
                + Times.age(decision.explanation().at(), connection.terminal().now()) + " ago)";
        return switch (Json.text(decision.workload(), "/status/phase")) {
            case "QUEUED" ->
                decision.explanation().verdict().equals("PENDING")
                        ? decision.name() + " has not been looked at yet."
                        : decision.name() + " waits" + place(decision.workload()) + ago + ".";
            case "REFUSED" -> decision.name() + " was refused.";
            default -> decision.sentence();
        };
    }
}
