package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Deletes things by name, or all that files describe. */
@Command(
        name = "delete",
        header = "Delete things by name, or all that files describe.",
        description = {
            "",
            "What something else needs stays, and is told with what needs it. Usage, invoices and events stay in any case;",
            "a deleted tenant, pool, node, model or principal comes back with its history when it is applied again.",
            "A workload has to have ended: its name is free then, its log and its folder are removed."
        },
        footer = {
            "",
            "Examples:",
            "  wellfield delete workload training/ft-1",
            "  wellfield delete node server-1 server-2 --dry-run",
            "  wellfield delete -f old-team.yaml --yes            all of it or nothing, in whatever order"
        })
final class DeleteCommand implements Callable<Integer> {
    @Parameters(index = "0", arity = "0..1", paramLabel = "KIND", description = "`wellfield get` lists the kinds.")
    @Nullable
    String word;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "NAME", description = "One or more, e.g. training/ft-1.")
    List<String> names = new ArrayList<>();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Everything that these files describe; - is standard input.")
    List<String> files = new ArrayList<>();

    @Option(names = "--tenant", paramLabel = "T", description = "Its tenant, if the name doesn't say.")
    @Nullable
    String tenant;

    @Option(names = "--dry-run", description = "Say what would be deleted, and delete nothing.")
    boolean dryRun;

    @Option(
            names = {"-y", "--yes"},
            description = "Don't ask.")
    boolean yes;

    private final Connection connection;

    DeleteCommand(Connection connection) {
        this.connection = connection;
    }

    /** @param version that was seen; null where a file names it */
    private record Target(
            String kind,
            @Nullable String owner,
            String name,
            @Nullable Long version) {
        String path() {
            return (owner == null ? "" : owner + "/") + name;
        }

        @Override
        public String toString() {
            return kind + " " + path();
        }
    }

    @Override
    public Integer call() {
        List<Target> targets = files.isEmpty() ? named() : described();
        if (!dryRun) {
            confirm(targets);
        }
        List<Target> workloads =
                targets.stream().filter(it -> it.kind().equals("Workload")).toList();
        List<Target> tokens =
                targets.stream().filter(it -> it.kind().equals("Token")).toList();
        List<Target> resources = targets.stream()
                .filter(it -> !workloads.contains(it) && !tokens.contains(it))
                .toList();
        workloads.forEach(this::workload);
        if (!resources.isEmpty()) {
            resources(resources);
        }
        tokens.forEach(this::token);
        return ExitCode.OK.code();
    }

    private List<Target> named() {
        String given = word;
        if (given == null || names.isEmpty()) {
            throw Failure.of(
                    ExitCode.USAGE,
                    "Delete what? Say a kind and a name, or -f FILE.",
                    "E.g. wellfield delete workload training/ft-1");
        }
        Kind kind = Kinds.find(given).orElseThrow(() -> Kinds.unknown(given));
        String wire = Kinds.wireName(kind)
                .orElseThrow(() -> Failure.of(
                        ExitCode.USAGE,
                        kind.word() + " can't be deleted: they are what they are.",
                        kind.word().equals("cards")
                                ? "Edit their node: wellfield edit node NAME"
                                : kind.word().equals("endpoints")
                                        ? "Cancel the workload that serves there: wellfield cancel TENANT/NAME"
                                        : "`wellfield delete --help` tells what can be."));
        if (wire.equals("Token")) {
            return names.stream().map(it -> new Target("Token", null, it, null)).toList();
        }
        Lists lists = new Lists(connection);
        return names.stream()
                .map(it -> target(wire, lists.one(kind, it, tenant)))
                .toList();
    }

    private static Target target(String wire, JsonNode item) {
        return new Target(
                wire,
                wire.equals("Tenant") ? null : Json.textOrNull(item, "/metadata/tenant"),
                Json.text(item, "/metadata/name"),
                item.at("/metadata/version").isMissingNode() ? null : Json.number(item, "/metadata/version"));
    }

    private List<Target> described() {
        if (word != null) {
            throw Failure.usage(List.of(new Violation("KIND", word, "nothing where -f says what")));
        }
        List<Target> targets = new ArrayList<>();
        for (Document document : Documents.read(files, connection.terminal())) {
            String kind = Json.text(document.json(), "/kind");
            String name = Json.text(document.json(), "/metadata/name");
            if (kind.isEmpty() || name.isEmpty()) {
                throw Failure.of(ExitCode.FAILED, document.field("") + " has no kind or no name.");
            }
            String owner = Json.textOrNull(document.json(), "/metadata/tenant");
            if (kind.equals("Workload") && owner == null) {
                throw Failure.of(
                        ExitCode.FAILED, document.field("/metadata/tenant") + " is missing: the workload's tenant.");
            }
            targets.add(new Target(kind, owner, name, null));
        }
        return targets;
    }

    private void confirm(List<Target> targets) {
        Terminal terminal = connection.terminal();
        if (yes) {
            return;
        }
        if (!terminal.canAsk()) {
            throw Failure.of(
                    ExitCode.USAGE,
                    "This would delete " + sentence(targets) + ", and nobody is there to ask whether that is meant.",
                    "Say --yes if it is, or --dry-run to see what would happen.");
        }
        terminal.note(
                "This deletes " + sentence(targets) + " at " + connection.rest().server() + ".");
        terminal.ask("Go on? [y/N] ");
        String answer = answer(terminal).strip().toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw Failure.of(ExitCode.FAILED, "Nothing was deleted.");
        }
    }

    private static String answer(Terminal terminal) {
        try {
            String line = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sentence(List<Target> targets) {
        return targets.size() <= 3
                ? String.join(", ", targets.stream().map(Target::toString).toList())
                : targets.getFirst() + ", " + targets.get(1) + " and " + (targets.size() - 2) + " more";
    }

    private void workload(Target target) {
        ApiPath path =
                ApiPath.workload(String.valueOf(target.owner()), target.name()).with("dryRun", dryRun ? true : null);
        if (target.version() == null) {
            connection.rest().delete(path);
        } else {
            connection.rest().delete(path, '"' + Long.toString(target.version()) + '"');
        }
        done(target, "deleted");
    }

    private void token(Target target) {
        if (!dryRun) {
            connection.rest().delete(ApiPath.of("tokens", target.name()));
        }
        done(target, "revoked");
    }

    private void resources(List<Target> targets) {
        ObjectNode request = Json.object();
        ArrayNode list = request.putArray("resources");
        for (Target target : targets) {
            ObjectNode metadata = list.addObject().put("kind", target.kind()).putObject("metadata");
            metadata.put("name", target.name());
            if (target.owner() != null) {
                metadata.put("tenant", target.owner());
            }
            if (target.version() != null) {
                metadata.put("version", target.version());
            }
        }
        FieldNames fields = pointer -> {
            String[] parts = pointer.split("/", 4);
            boolean ours = parts.length > 2 && parts[1].equals("resources") && parts[2].matches("[0-9]{1,4}");
            return ours ? targets.get(Integer.parseInt(parts[2])).toString() : FieldNames.dotted(pointer);
        };
        JsonNode answer = connection
                .rest()
                .post(ApiPath.of("delete").with("dryRun", dryRun ? true : null), request, Map.of(), fields);
        int index = 0;
        for (JsonNode result : answer.path("results")) {
            done(targets.get(index++), word(Json.text(result, "/action")));
        }
    }

    private static String word(String action) {
        return switch (action) {
            case "ARCHIVED" -> "deleted; applying it again brings it back with its history";
            case "ENDED" -> "ended";
            case "REVOKED" -> "revoked";
            case "ABSENT" -> "isn't there";
            default -> "deleted";
        };
    }

    private void done(Target target, String what) {
        String said = dryRun && !what.startsWith("isn't") ? "would be " + what : what;
        connection.terminal().line(target + ": " + said + ".");
    }
}
