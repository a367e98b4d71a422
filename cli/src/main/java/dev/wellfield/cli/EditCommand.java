package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Opens a resource in the editor and applies what is saved. */
@Command(
        name = "edit",
        header = "Change a resource in your editor ($$VISUAL, else $$EDITOR, else vi).",
        description = {
            "",
            "What is saved is applied if nobody else has changed it meanwhile. What isn't accepted is opened again with the",
            "reasons on top; saving it unchanged then gives up, and the file is kept."
        },
        footer = {"", "Examples:", "  wellfield edit quota training/a100", "  EDITOR=nano wellfield edit node server-1"
        })
final class EditCommand implements Callable<Integer> {
    private static final String COMMENT = "# ";

    @Parameters(index = "0", paramLabel = "KIND", description = "`wellfield get` lists the kinds.")
    String word = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "E.g. server-1 or training/a100.")
    String name = "";

    @Option(names = "--tenant", paramLabel = "T", description = "Its tenant, if the name doesn't say.")
    @Nullable
    String tenant;

    private final Connection connection;

    EditCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Kind kind = Kinds.find(word).orElseThrow(() -> Kinds.unknown(word));
        String wire = Kinds.wireName(kind).orElse("");
        if (wire.isEmpty() || wire.equals("Token")) {
            throw Failure.of(
                    ExitCode.USAGE,
                    kind.word() + " can't be edited.",
                    kind.word().equals("cards")
                            ? "Edit their node: wellfield edit node NAME"
                            : "`wellfield get " + kind.word() + "` shows them.");
        }
        if (wire.equals("Workload")) {
            throw Failure.of(
                    ExitCode.USAGE,
                    "A workload isn't changed once it is submitted.",
                    "Cancel it, delete it, and submit it anew: wellfield get workload " + name + " -o yaml");
        }
        ObjectNode resource = resource(wire, new Lists(connection).one(kind, name, tenant));
        edit(resource);
        return ExitCode.OK.code();
    }

    /** What people may change, and the version that it is made from. */
    private static ObjectNode resource(String wire, JsonNode item) {
        ObjectNode resource = Json.object();
        resource.put("apiVersion", Json.text(item, "/apiVersion")).put("kind", wire);
        ObjectNode metadata = resource.putObject("metadata").put("name", Json.text(item, "/metadata/name"));
        String owner = Json.text(item, "/metadata/tenant");
        if (!owner.isEmpty()) {
            metadata.put("tenant", owner);
        }
        metadata.put("version", Json.number(item, "/metadata/version"));
        resource.set("spec", item.path("spec"));
        return resource;
    }

    private void edit(ObjectNode resource) {
        Terminal terminal = connection.terminal();
        String what = Json.text(resource, "/kind") + " " + Kind.metadataPath(resource);
        String original = Yaml.write(resource);
        List<String> notes = List.of("Change the spec, save and leave. Lines that begin with # are left out.");
        String text = original;
        Path file = newFile(what);
        while (true) {
            write(file, notes, text);
            openEditor(file);
            String saved = withoutComments(read(file));
            if (saved.isBlank() || saved.strip().equals(original.strip())) {
                delete(file);
                terminal.line(what + " is unchanged.");
                return;
            }
            if (notes.size() > 1 && saved.equals(text)) {
                throw new Failure(
                        ExitCode.FAILED,
                        what + " was not changed: what you saved is still not accepted.",
                        notes.subList(1, notes.size()),
                        "Your text is in " + file + ": wellfield apply -f " + file);
            }
            text = saved;
            try {
                apply(resource, file);
                delete(file);
                return;
            } catch (Failure failure) {
                notes = again(failure, file);
            }
        }
    }

    /** What the editor is opened with once more; throws where that would be of no use. */
    private static List<String> again(Failure failure, Path file) {
        boolean theirs = failure.exitCode() == ExitCode.FAILED || failure.exitCode() == ExitCode.REFUSED;
        if (!theirs || failure.stale()) {
            throw new Failure(
                    failure.exitCode(),
                    failure.sentence(),
                    failure.details(),
                    "Your text is in " + file
                            + ". Look at what is there now (wellfield edit again), and bring your change in.");
        }
        List<String> notes = new ArrayList<>();
        notes.add("This was not accepted. Put it right, or save it as it is to give up.");
        notes.add(failure.sentence());
        notes.addAll(failure.details());
        return notes;
    }

    private void apply(ObjectNode original, Path file) {
        List<Document> documents = Documents.read(List.of(file.toString()), connection.terminal());
        if (documents.size() != 1) {
            throw Failure.of(ExitCode.FAILED, "There are " + documents.size() + " documents in it; one is edited.");
        }
        JsonNode edited = documents.getFirst().json();
        for (String field :
                List.of("/apiVersion", "/kind", "/metadata/name", "/metadata/tenant", "/metadata/version")) {
            if (!Json.text(edited, field).equals(Json.text(original, field))) {
                throw Failure.of(
                        ExitCode.FAILED,
                        field.substring(1).replace('/', '.') + " has to stay " + Json.text(original, field)
                                + ": only the spec can be changed.");
            }
        }
        ObjectNode request = Json.object();
        request.putArray("resources").add(edited);
        JsonNode result =
                connection.rest().post(ApiPath.of("apply"), request, Map.of(), ApplyCommand.fields(documents));
        new ApplyReport(connection.terminal()).print(result);
    }

    private static Path newFile(String what) {
        try {
            return Files.createTempFile("wellfield-" + what.replaceAll("[^A-Za-z0-9.-]", "-") + "-", ".yaml");
        } catch (IOException e) {
            throw broken("made", e);
        }
    }

    private static void write(Path file, List<String> notes, String text) {
        try {
            String head = notes.stream().map(it -> COMMENT + it + "\n").collect(Collectors.joining());
            Files.writeString(file, head + text);
        } catch (IOException e) {
            throw broken("written", e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw broken("read", e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw broken("removed", e);
        }
    }

    private static Failure broken(String what, IOException e) {
        return Failure.of(ExitCode.FAILED, "The file to edit can't be " + what + ": " + e.getMessage() + ".");
    }

    /** Comments at the beginning alone: those inside may be part of a text. */
    private static String withoutComments(String text) {
        return text.lines()
                .dropWhile(it -> it.startsWith("#"))
                .map(it -> it + "\n")
                .collect(Collectors.joining());
    }

    private void openEditor(Path file) {
        Terminal terminal = connection.terminal();
        String editor = terminal.variable("VISUAL")
                .or(() -> terminal.variable("EDITOR"))
                .orElse("vi");
        terminal.flush();
        try {
            int status = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "editor", file.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw Failure.of(
                        ExitCode.FAILED,
                        "The editor (" + editor + ") left with status " + status + "; nothing was changed.",
                        "Your text is in " + file + ". $VISUAL or $EDITOR names another editor.");
            }
        } catch (IOException e) {
            throw Failure.of(ExitCode.FAILED, "The editor (" + editor + ") can't be started: " + e.getMessage() + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.of(ExitCode.FAILED, "Interrupted; your text is in " + file + ".");
        }
    }
}
