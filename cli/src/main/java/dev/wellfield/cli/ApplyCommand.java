package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Brings resources to the state that files describe, all or nothing. */
@Command(
        name = "apply",
        header = "Bring resources to the state that files describe, all or nothing.",
        description = {"", "Applying again changes nothing. The secret of each new API key is printed, this once."},
        footer = {
            "",
            "Examples:",
            "  wellfield apply -f examples/four-teams.yaml --dry-run",
            "  wellfield apply -f pools.yaml -f tenants.yaml",
            "  generate-nodes | wellfield apply -f -"
        })
final class ApplyCommand implements Callable<Integer> {
    private static final int MOST_RESOURCES = 2000;
    private static final Pattern RESOURCE = Pattern.compile("/resources/([0-9]{1,4})(/.*)?");

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description =
                    "YAML or JSON, several documents in one or many; - is standard input. May be given several times.")
    List<String> files = new ArrayList<>();

    @Option(names = "--dry-run", description = "Show what would change, and change nothing.")
    boolean dryRun;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json.",
            defaultValue = "text")
    String output = "text";

    private final Connection connection;

    ApplyCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        boolean json = Outputs.json(output);
        List<Document> documents = Documents.read(files, connection.terminal());
        check(documents);
        ApiPath path = ApiPath.of("apply").with("dryRun", dryRun ? true : null);
        JsonNode result = connection.rest().post(path, request(documents), Map.of(), fields(documents));
        if (json) {
            connection.terminal().line(Json.pretty(result));
        } else {
            new ApplyReport(connection.terminal()).print(result);
        }
        return ExitCode.OK.code();
    }

    private static void check(List<Document> documents) {
        if (documents.size() > MOST_RESOURCES) {
            throw Failure.of(
                    ExitCode.FAILED,
                    documents.size() + " resources are more than the " + MOST_RESOURCES + " that one apply takes.",
                    "Apply the files one after the other.");
        }
        List<String> workloads = documents.stream()
                .filter(it -> Json.text(it.json(), "/kind").equals("Workload"))
                .map(it -> it.field(""))
                .toList();
        if (!workloads.isEmpty()) {
            throw new Failure(
                    ExitCode.FAILED,
                    "A workload isn't applied, it is submitted.",
                    workloads,
                    "wellfield submit -f FILE");
        }
    }

    private static ObjectNode request(List<Document> documents) {
        ObjectNode request = Json.object();
        ArrayNode resources = request.putArray("resources");
        documents.forEach(it -> resources.add(it.json()));
        return request;
    }

    /** Pointers into the request as places in the files. */
    static FieldNames fields(List<Document> documents) {
        return pointer -> {
            Matcher matcher = RESOURCE.matcher(pointer);
            if (matcher.matches()) {
                int index = Integer.parseInt(matcher.group(1));
                if (index < documents.size()) {
                    return documents.get(index).field(matcher.group(2) == null ? "" : matcher.group(2));
                }
            }
            return FieldNames.dotted(pointer);
        };
    }
}
