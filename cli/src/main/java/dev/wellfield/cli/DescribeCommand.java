package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.show.Amounts;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Text;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Units;
import dev.wellfield.core.pool.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tells all about one workload, or about one thing of another kind. */
@Command(
        name = "describe",
        header = "Tell all about a workload, or about one thing of another kind.",
        footer = {
            "",
            "Examples:",
            "  wellfield describe training/ft-1                 what it is, where it runs, what happened to it",
            "  wellfield describe subscription training/three-cards",
            "`wellfield get` lists the kinds."
        })
final class DescribeCommand implements Callable<Integer> {
    private static final int LABEL_WIDTH = 14;

    @Parameters(
            arity = "1..2",
            paramLabel = "[KIND] NAME",
            hideParamSyntax = true,
            description = "tenant/name, or a name with --tenant; a workload's if there is no kind.")
    List<String> words = new ArrayList<>();

    @Option(names = "--tenant", paramLabel = "T", description = "Its tenant, if the name doesn't say.")
    @Nullable
    String tenant;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    DescribeCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        String name = words.getLast();
        Kind kind = words.size() == 1
                ? WorkKinds.workloads()
                : Kinds.find(words.getFirst()).orElseThrow(() -> Kinds.unknown(words.getFirst()));
        Format format = output.format(connection.terminal(), FormatOption.DOCUMENT);
        if (format == Format.JSON || format == Format.YAML) {
            Outputs.document(connection.terminal(), new Lists(connection).one(kind, name, tenant), format);
            return ExitCode.OK.code();
        }
        if (!kind.word().equals("workloads")) {
            JsonNode item = new Lists(connection).one(kind, name, tenant);
            if (kind.word().equals("quotas")) {
                connection.terminal().print(QuotaUse.table(List.of(item)));
            } else {
                columns(kind, item);
            }
            return ExitCode.OK.code();
        }
        WorkloadName workload = WorkloadName.of(name, tenant, connection);
        Decision decision = Decision.look(connection.rest(), workload);
        JsonNode json = decision.workload();
        head(workload, json);
        asks(json.path("spec"));
        times(json);
        place(json);
        if (Json.text(json, "/status/phase").equals("QUEUED")) {
            optional("Place", Json.text(json, "/status/queuePosition"), "");
            line("Waits", decision.firstReason());
        } else if (Ending.ended(json)) {
            line("Ended", Ending.sentence(workload, json));
        }
        timeline(workload, Json.text(json, "/metadata/id"));
        return ExitCode.OK.code();
    }

    /** What its table has, one below the other. */
    private void columns(Kind kind, JsonNode item) {
        List<JsonNode> rows = kind.rows().apply(item);
        if (rows.size() != 1) {
            new Listing(kind, connection.terminal()).print(item, Format.WIDE);
            return;
        }
        for (Kind.Column column : kind.columns()) {
            String heading = column.heading().replaceFirst("^>", "");
            String label = heading.charAt(0)
                    + heading.substring(1).toLowerCase(Locale.ROOT).replace("(utc)", "(UTC)");
            optional(
                    label,
                    column.extract().of(item, connection.terminal().now()).text(),
                    "");
        }
    }

    private void head(WorkloadName workload, JsonNode json) {
        Terminal terminal = connection.terminal();
        String phase = Json.text(json, "/status/phase");
        line("Workload", workload.toString() + (Json.flag(json, "/status/simulated") ? " (simulated)" : ""));
        line("Phase", Style.ofPhase(phase).paint(phase, terminal.colours()));
        line("Type", Json.text(json, "/spec/type"));
        List<String> words = new ArrayList<>();
        json.path("spec").path("command").forEach(it -> words.add(it.asString("")));
        line("Command", Text.clean(words.stream().map(DescribeCommand::quoted).collect(Collectors.joining(" "))));
    }

    private static String quoted(String word) {
        return word.isEmpty() || word.chars().anyMatch(Character::isWhitespace) ? "'" + word + "'" : word;
    }

    private void asks(JsonNode spec) {
        String pool = Json.text(spec, "/pool");
        line("Asks for", Ask.text(spec) + (pool.isEmpty() ? "" : " of pool " + pool));
        if (spec.has("cpuMilli") || spec.has("hostMemoryMib")) {
            List<String> host = new ArrayList<>();
            if (spec.has("cpuMilli")) {
                host.add(Units.milli(Json.number(spec, "/cpuMilli")) + " cores");
            }
            if (spec.has("hostMemoryMib")) {
                host.add(Units.memory(Json.number(spec, "/hostMemoryMib")) + " of host memory");
            }
            line("Host", String.join(", ", host));
        }
        optional("Needs", Json.text(spec, "/isolation"), "isolation at least ");
        optional("Priority", Json.text(spec, "/priority"), "");
        if (spec.has("serves")) {
            String engine = Json.text(spec, "/serves/engine");
            line("Serves", Json.text(spec, "/serves/model") + (engine.isEmpty() ? "" : " with " + engine));
        }
        List<String> names = new ArrayList<>(spec.path("environment").propertyNames());
        optional("Environment", String.join(", ", names), "");
    }

    private void times(JsonNode json) {
        Terminal terminal = connection.terminal();
        for (String which : List.of("submitted", "started", "ended")) {
            String at = Json.text(json, "/status/" + which + "At");
            if (!at.isEmpty()) {
                String by = which.equals("submitted") ? " by " + Json.text(json, "/status/submittedBy") : "";
                String label = Character.toUpperCase(which.charAt(0)) + which.substring(1) + " at";
                line(label, Times.seconds(at) + " (" + Times.age(at, terminal.now()) + " ago)" + by);
            }
        }
    }

    private void place(JsonNode json) {
        JsonNode placement = json.path("status").path("placement");
        if (placement.isMissingNode()) {
            return;
        }
        line(
                Ending.ended(json) ? "Ran on" : "Runs on",
                Where.text(json)
                        + (Json.flag(placement, "/simulated") ? " (simulated)" : "")
                        + (Json.flag(placement, "/borrowed") ? ", borrowed: above the guarantee" : ""));
        line("Isolation", Json.text(placement, "/isolation"));
        for (JsonNode share : placement.path("shares")) {
            String profile = Json.text(share, "/migProfile");
            String part = Json.flag(share, "/whole")
                    ? "whole, " + Amounts.text(Dimension.MEMORY, Json.number(share, "/memoryMib"))
                    : Amounts.text(Dimension.MEMORY, Json.number(share, "/memoryMib")) + ", "
                            + Units.percent(Json.number(share, "/computePermille")) + " of compute, "
                            + Units.percent(Json.number(share, "/bandwidthPermille")) + " of bandwidth";
            line("  card " + Json.text(share, "/card"), (profile.isEmpty() ? "" : "slice " + profile + ", ") + part);
        }
        optional("Port", Json.text(placement, "/port"), "127.0.0.1:");
    }

    /** What happened to this one; events of another that had the name before are left out. */
    private void timeline(WorkloadName workload, String id) {
        ApiPath path =
                ApiPath.of("events").with("tenant", workload.tenant()).with("aggregate", "workload/" + workload.name());
        try {
            JsonNode events = connection.rest().get(path);
            connection.terminal().line("");
            new EventPrinter(connection.terminal())
                    .print(EventPrinter.oldestFirst(events).stream()
                            .filter(it -> Json.text(it, "/after/id").isEmpty()
                                    || Json.text(it, "/after/id").equals(id))
                            .toList());
        } catch (Failure failure) {
            if (failure.exitCode() != ExitCode.NOT_PERMITTED) {
                throw failure;
            }
            connection.terminal().note("Its events are not shown: " + failure.sentence());
        }
    }

    private void optional(String label, String value, String before) {
        if (!value.isEmpty()) {
            line(label, before + value);
        }
    }

    private void line(String label, String value) {
        connection.terminal().line(label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + value);
    }
}
