package dev.wellfield.cli;

import dev.wellfield.cli.client.FieldNames;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Parsed;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Units;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is sent to submit a workload.
 *
 * @param fields how its fields are called where they were written: options, or places in a file
 */
record Submission(ObjectNode body, FieldNames fields) {
    private static final Set<String> TYPES = Set.of("TRAINING", "INFERENCE", "BATCH", "INTERACTIVE");
    private static final Set<String> ISOLATION = Set.of("HARD", "SOFT", "NONE");
    private static final Set<String> ENGINES = Set.of("VLLM", "LLAMA_CPP", "SIMULATOR", "OTHER");
    private static final Map<String, String> OPTION = Map.ofEntries(
            Map.entry("/metadata/name", "NAME"),
            Map.entry("/spec/type", "--type"),
            Map.entry("/spec/pool", "--pool"),
            Map.entry("/spec/cards", "--cards"),
            Map.entry("/spec/share", "--memory, --compute"),
            Map.entry("/spec/share/memoryMib", "--memory"),
            Map.entry("/spec/share/computePermille", "--compute"),
            Map.entry("/spec/share/migProfile", "--mig"),
            Map.entry("/spec/isolation", "--isolation"),
            Map.entry("/spec/cpuMilli", "--cpu"),
            Map.entry("/spec/hostMemoryMib", "--host-memory"),
            Map.entry("/spec/priority", "--priority"),
            Map.entry("/spec/graceSeconds", "--grace"),
            Map.entry("/spec/serves/model", "--serves"),
            Map.entry("/spec/serves/engine", "--engine"),
            Map.entry("/spec/serves/concurrentRequests", "--concurrent"));

    /** The tenant that the command line names, else the document's, else null. */
    @Nullable
    String tenant(@Nullable String given) {
        return given != null ? given : Json.textOrNull(body, "/metadata/tenant");
    }

    static Submission ofFile(
            String file,
            @Nullable String name,
            SubmitOptions options,
            List<String> command,
            Violations violations,
            Terminal terminal) {
        String given = command.isEmpty() ? options.anyGiven() : "-- COMMAND";
        if (given != null) {
            throw SubmitCommand.fileAndOptions(given);
        }
        List<Document> documents = Documents.read(List.of(file), terminal);
        Document document = documents.getFirst();
        if (documents.size() > 1) {
            violations.add("-f " + file, documents.size() + " documents", "one: a workload is submitted by itself");
        }
        String kind = Json.text(document.json(), "/kind");
        if (!kind.equals("Workload")) {
            violations.add(
                    document.field("/kind"),
                    kind.isEmpty() ? "nothing" : kind,
                    "Workload; other kinds are for `wellfield apply`");
        }
        ObjectNode body = document.json() instanceof ObjectNode object ? object : Json.object();
        if (name != null) {
            body.withObject("/metadata").put("name", name);
        }
        return new Submission(
                body, pointer -> pointer.startsWith("/") ? document.field(pointer) : FieldNames.dotted(pointer));
    }

    static Submission ofOptions(
            @Nullable String name, SubmitOptions options, List<String> command, Violations violations) {
        ObjectNode body = Json.object();
        if (name != null) {
            body.putObject("metadata").put("name", name);
        }
        ObjectNode spec = body.putObject("spec");
        word(spec, "type", "--type", type(options), TYPES, violations);
        command(spec.putArray("command"), command, violations);
        if (!options.environment.isEmpty()) {
            ObjectNode environment = spec.putObject("environment");
            options.environment.forEach(environment::put);
        }
        if (options.pool != null) {
            spec.put("pool", options.pool);
        }
        amount(spec, "cards", "--cards", options.cards, Submission::count, violations);
        share(spec, options, violations);
        word(spec, "isolation", "--isolation", options.isolation, ISOLATION, violations);
        amount(spec, "cpuMilli", "--cpu", options.cpu, it -> Units.milli(it, "cores"), violations);
        amount(spec, "hostMemoryMib", "--host-memory", options.hostMemory, Units::memoryMib, violations);
        amount(spec, "priority", "--priority", options.priority, Submission::priority, violations);
        amount(spec, "graceSeconds", "--grace", options.grace, Units::seconds, violations);
        serves(spec, options, violations);
        return new Submission(body, Submission::option);
    }

    private static String type(SubmitOptions options) {
        if (options.type != null) {
            return options.type;
        }
        return options.serves == null ? "BATCH" : "INFERENCE";
    }

    private static void command(ArrayNode array, List<String> command, Violations violations) {
        if (command.isEmpty()) {
            violations.add("COMMAND", "nothing", "what to run after --, e.g. -- python train.py");
        }
        command.forEach(array::add);
    }

    private static void share(ObjectNode spec, SubmitOptions options, Violations violations) {
        if (options.mig != null) {
            if (options.memory != null || options.compute != null) {
                violations.add("--mig", options.mig, "either a slice or --memory and --compute");
            }
            spec.withObject("/share").put("migProfile", options.mig);
        }
        if (options.memory != null) {
            amount(spec.withObject("/share"), "memoryMib", "--memory", options.memory, Units::memoryMib, violations);
        }
        if (options.compute != null) {
            amount(
                    spec.withObject("/share"),
                    "computePermille",
                    "--compute",
                    options.compute,
                    Units::permille,
                    violations);
        }
    }

    private static void serves(ObjectNode spec, SubmitOptions options, Violations violations) {
        if (options.serves == null) {
            if (options.engine != null || options.concurrent != null) {
                violations.add(
                        "--serves", "nothing", "the model that the engine serves, beside --engine and --concurrent");
            }
            return;
        }
        ObjectNode serves = spec.putObject("serves").put("model", options.serves);
        word(serves, "engine", "--engine", options.engine, ENGINES, violations);
        amount(serves, "concurrentRequests", "--concurrent", options.concurrent, Units::count, violations);
    }

    private static Parsed count(String text) {
        return Units.count(text) instanceof Parsed.Amount amount
                ? amount
                : new Parsed.Wrong(
                        "a number of cards, e.g. 2; parts of a card are asked for with --memory and --compute");
    }

    private static Parsed priority(String text) {
        return text.matches("-?[0-9]{1,4}")
                ? new Parsed.Amount(Long.parseLong(text))
                : new Parsed.Wrong("a whole number from -1000 to 1000");
    }

    /** Reads an amount in its unit. */
    private interface Reader {
        Parsed read(String text);
    }

    private static void amount(
            ObjectNode object,
            String field,
            String option,
            @Nullable String text,
            Reader reader,
            Violations violations) {
        if (text != null) {
            object.put(field, violations.amount(option, text, reader.read(text)));
        }
    }

    private static void word(
            ObjectNode object,
            String field,
            String option,
            @Nullable String text,
            Set<String> known,
            Violations violations) {
        if (text == null) {
            return;
        }
        String word = text.toUpperCase(Locale.ROOT).replace('-', '_');
        if (known.contains(word)) {
            object.put(field, word);
        } else {
            violations.add(
                    option,
                    text,
                    "one of " + String.join(", ", known.stream().sorted().toList()));
        }
    }

    private static String option(String pointer) {
        if (pointer.startsWith("/spec/environment/")) {
            return "--env " + pointer.substring("/spec/environment/".length());
        }
        if (pointer.startsWith("/spec/command")) {
            return "COMMAND";
        }
        String option = OPTION.get(pointer);
        return option == null ? FieldNames.dotted(pointer) : option;
    }
}
