package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Submits a workload and says what became of it within the first moments. */
@Command(
        name = "submit",
        header = "Submit a workload.",
        customSynopsis = {
            "wellfield submit [NAME] --tenant T [OPTIONS] -- COMMAND ARGS…",
            "wellfield submit -f workload.yaml"
        },
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  wellfield submit ft-1 --tenant training --cards 3 --follow -- python train.py --epochs 3",
            "  wellfield submit --tenant data --cards 1 --memory 20GiB --compute 50%% -- ./embed.sh",
            "  wellfield submit chat --tenant inference --serves qwen2.5-7b-instruct --engine VLLM \\",
            "      --memory 20GiB -- sh -c 'exec vllm serve ./model --port $WELLFIELD_PORT'",
            "",
            "The command runs as it is, without a shell; put it after --. Exit code 5: it was refused."
        })
final class SubmitCommand implements Callable<Integer> {
    private static final Set<String> OUTPUTS = Set.of("text", "json", "name");

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Its name; without one it is given one.")
    @Nullable
    String name;

    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Its tenant; else $$WELLFIELD_TENANT, else the only one of yours.")
    @Nullable
    String tenant;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "A Workload document instead of the options below; - is standard input.")
    @Nullable
    String file;

    @Mixin
    SubmitOptions options = new SubmitOptions();

    @Option(names = "--wait", description = "Wait for its end; exit code 1 if it fails.")
    boolean wait;

    @Option(names = "--wait-ready", description = "Wait until its engine answers; exit code 1 if it ends before.")
    boolean waitReady;

    @Option(names = "--follow", description = "Show its log until its end; exit code 1 if it fails.")
    boolean follow;

    @Option(names = "--timeout", paramLabel = "TIME", description = "Wait at most so long, e.g. 10m; then exit code 6.")
    @Nullable
    String timeout;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or name.",
            defaultValue = "text")
    String output = "text";

    private final Connection connection;
    private final List<String> command;

    /** @param command what to run, from after the {@code --} */
    SubmitCommand(Connection connection, List<String> command) {
        this.connection = connection;
        this.command = command;
    }

    @Override
    public Integer call() {
        Violations violations = new Violations();
        if (!OUTPUTS.contains(output)) {
            violations.add("--output", output, "text, json or name");
        }
        if (waitReady && (wait || follow)) {
            violations.add("--wait-ready", null, "one of --wait-ready, --wait and --follow");
        }
        if (waitReady && file == null && options.serves == null) {
            violations.add("--wait-ready", null, "a workload that serves a model (--serves)");
        }
        Duration limit = timeout == null ? null : Waiting.limit("--timeout", timeout, violations);
        Submission submission = file == null
                ? Submission.ofOptions(name, options, command, violations)
                : Submission.ofFile(file, name, options, command, violations, connection.terminal());
        violations.check();
        String owner = connection.tenant(submission.tenant(tenant));
        JsonNode submitted = submit(owner, submission);
        WorkloadName workload = new WorkloadName(owner, Json.text(submitted, "/metadata/name"));
        return tell(workload, limit);
    }

    /** What is wrong with options is a wrong call, whoever finds it; what is wrong in a file isn't. */
    private JsonNode submit(String owner, Submission submission) {
        try {
            return connection
                    .rest()
                    .post(
                            ApiPath.of("tenants", owner, "workloads"),
                            submission.body(),
                            Map.of("Idempotency-Key", UUID.randomUUID().toString()),
                            submission.fields());
        } catch (Failure failure) {
            throw file == null ? failure.asUsage() : failure;
        }
    }

    private int tell(WorkloadName workload, @Nullable Duration limit) {
        Terminal terminal = connection.terminal();
        Decision decision = Decision.await(connection.rest(), workload);
        if (decision.refused()) {
            throw decision.refusal();
        }
        switch (output) {
            case "json" -> terminal.line(Json.pretty(decision.workload()));
            case "name" -> terminal.line(workload.toString());
            default -> {
                if (follow) {
                    terminal.note(decision.sentence());
                } else {
                    terminal.line(decision.sentence());
                }
            }
        }
        if (!follow && !wait && !waitReady) {
            return ExitCode.OK.code();
        }
        if (terminal.errIsTerminal()) {
            terminal.note("(Ctrl-C ends the waiting; the workload goes on.)");
        }
        if (waitReady) {
            return ready(workload, limit);
        }
        if (follow && !new LogReader(connection, workload).follow(null)) {
            return ExitCode.OK.code();
        }
        JsonNode ended = new Waiting(connection, workload).untilEnd(limit);
        terminal.note(Ending.sentence(workload, ended));
        return Ending.exitCode(ended).code();
    }

    private int ready(WorkloadName workload, @Nullable Duration limit) {
        JsonNode now = new Waiting(connection, workload).untilReady(limit);
        if (Ending.ended(now)) {
            connection.terminal().note(Ending.sentence(workload, now));
            return ExitCode.FAILED.code();
        }
        connection.terminal().note("Its engine is ready.");
        return ExitCode.OK.code();
    }

    static Failure fileAndOptions(String given) {
        return Failure.usage(List.of(new Violation(given, null, "nothing beside -f: the file says it all")));
    }
}
