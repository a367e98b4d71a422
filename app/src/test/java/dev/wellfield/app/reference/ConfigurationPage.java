package dev.wellfield.app.reference;

import static dev.wellfield.app.reference.Markdown.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What is fixed for a run of the server, and every environment variable. */
public final class ConfigurationPage {
    private static final Pattern VARIABLE = Pattern.compile("WELLFIELD_([A-Z]+(?:_[A-Z]+)*)");

    private static final Map<String, String> WITHOUT_FLAG = Map.of(
            "database-user", "User of that database; default postgres.",
            "database-password", "Its password; default empty.");

    private static final Map<String, String> DEFAULTS = Map.of(
            "data", "Data directory; default `/var/lib/wellfield` for root, `~/.local/share/wellfield` for others.");

    private static final Map<String, String> OF_THE_COMMAND_LINE = Map.of(
            "SERVER", "The server's URL, before the context's.",
            "TOKEN", "The token, before the context's.",
            "TENANT", "The tenant where a command needs one and none is named.",
            "CONFIG",
                    "The file with contexts and tokens; default `$XDG_CONFIG_HOME/wellfield/config.yaml` or"
                            + " `~/.config/wellfield/config.yaml`.",
            "DEBUG", "If set, a fault of the command line shows where it happened.",
            "HOME", "Set by the script `wellfield`: the folder that it lies in.");

    private static final Map<String, String> OF_WORKLOADS = Map.of(
            "TENANT", "Its tenant.",
            "WORKLOAD", "Its name.",
            "ALLOCATION", "The id of what it holds.",
            "NODE", "The node it runs on.",
            "ISOLATION", "`HARD`, `SOFT` or `NONE`: how its cards are kept apart from others.",
            "SIMULATED", "`true` if its cards don't exist.",
            "MODEL", "Of an engine: the model that it serves.",
            "PORT", "Of an engine: the port of 127.0.0.1 that it must listen on.",
            "ENGINE_KEY", "Of an engine: the key that the gateway shows; also as `VLLM_API_KEY` and `LLAMA_API_KEY`.");

    private ConfigurationPage() {}

    /** @param keys of wellfield.yaml */
    public static String of(Set<String> keys, CommandLine serve) {
        Markdown page = Markdown.page("Configuration", "the options of `wellfield serve`", """
                Settings are fixed for a run of the server. A flag wins over its variable, the variable over the key in
                `wellfield.yaml`, that over the default. `./wellfield.yaml` is read if it is there; `--config FILE` names
                another. Everything else is a resource in the database: [resources.md](resources.md).
                """);
        List<List<String>> rows = new ArrayList<>();
        Set<String> settable = new TreeSet<>();
        for (String key : new TreeSet<>(keys)) {
            OptionSpec option = serve.getCommandSpec().findOption("--" + key);
            String variable = key.toUpperCase(Locale.ROOT).replace('-', '_');
            settable.add(variable);
            rows.add(List.of(
                    option == null ? "" : code("--" + key),
                    code("WELLFIELD_" + variable),
                    code(key),
                    DEFAULTS.getOrDefault(key, option == null ? WITHOUT_FLAG.getOrDefault(key, "") : meaning(option))));
        }
        page.heading(2, "The server").table(List.of("flag", "variable", "key", "meaning and default"), rows);
        page.heading(2, "The command line").table(List.of("variable", "meaning"), rows(OF_THE_COMMAND_LINE));
        page.heading(2, "What a workload is told")
                .paragraph("""
                A workload can't set these itself, nor `CUDA_VISIBLE_DEVICES`, `NVIDIA_VISIBLE_DEVICES` and the variables
                of limiters, nor `LD_PRELOAD` and `LD_AUDIT`: `submit` says which it refused.
                """.strip())
                .table(List.of("variable", "meaning"), rows(OF_WORKLOADS));
        requireAll(settable);
        return page.toString();
    }

    private static String meaning(OptionSpec option) {
        return String.join(" ", option.description()).replaceAll(" \\(WELLFIELD_[^)]*\\)", "");
    }

    private static List<List<String>> rows(Map<String, String> variables) {
        return new TreeMap<>(variables)
                .entrySet().stream()
                        .map(it -> List.of(code("WELLFIELD_" + it.getKey()), it.getValue()))
                        .toList();
    }

    private static void requireAll(Set<String> settable) {
        Set<String> unknown = new TreeSet<>(Sources.find(
                VARIABLE,
                "app/src/main/java",
                "cli/src/main/java",
                "cluster/local/src/main/java",
                "engine-simulator/src/main/java",
                "gateway/src/main/java",
                "server/src/main/java",
                "store/src/main/java"));
        unknown.removeAll(settable);
        unknown.removeAll(OF_THE_COMMAND_LINE.keySet());
        unknown.removeAll(OF_WORKLOADS.keySet());
        if (!unknown.isEmpty()) {
            throw new AssertionError("ConfigurationPage must explain these variables: WELLFIELD_" + unknown);
        }
    }
}
