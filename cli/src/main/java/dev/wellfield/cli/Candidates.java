package dev.wellfield.cli;

import dev.wellfield.cli.show.Format;
import dev.wellfield.core.scheduling.WorkloadState.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What may stand where the cursor is: commands, options and their values, kinds, and names that the server knows. */
final class Candidates {
    private final Connection connection;
    private final List<String> words = new ArrayList<>();
    private @Nullable String option;
    private @Nullable String tenant;
    private CommandLine command;

    /** @param typed the words before the one that is typed */
    Candidates(Connection connection, CommandLine whole, List<String> typed) {
        this.connection = connection;
        this.command = whole;
        typed.forEach(this::take);
    }

    /** Learns from a word where the cursor is. */
    private void take(String word) {
        if (option != null) {
            value(option, word);
            option = null;
            return;
        }
        if (word.startsWith("-")) {
            OptionSpec found = command.getCommandSpec().findOption(word);
            option = found != null && found.arity().max() > 0 ? found.longestName() : null;
            return;
        }
        CommandLine next =
                words.isEmpty() ? command.getSubcommands().get(Words.ALIASES.getOrDefault(word, word)) : null;
        if (next == null) {
            words.add(word);
        } else {
            command = next;
        }
    }

    private void value(String name, String value) {
        switch (name) {
            case "--tenant" -> tenant = value;
            case "--server" -> connection.server = value;
            case "--token" -> connection.token = value;
            case "--context" -> connection.context = value;
            default -> {}
        }
    }

    List<String> of(String current) {
        if (option != null) {
            return values(option);
        }
        if (current.startsWith("-")) {
            return command.getCommandSpec().options().stream()
                    .filter(it -> !it.hidden())
                    .flatMap(it -> Arrays.stream(it.names()))
                    .filter(it -> it.startsWith("--"))
                    .toList();
        }
        List<String> all = new ArrayList<>();
        if (words.isEmpty()) {
            command.getSubcommands().forEach((name, it) -> {
                if (!it.getCommandSpec().usageMessage().hidden()) {
                    all.add(name);
                }
            });
        }
        all.addAll(words(command.getCommandSpec().qualifiedName(" ")));
        return all;
    }

    private List<String> values(String name) {
        return switch (name) {
            case "--tenant" -> names("tenants");
            case "--pool" -> names("pools");
            case "--node" -> names("nodes");
            case "--principal" -> names("principals");
            case "--serves", "--models" -> names("models");
            case "--context" -> contexts();
            case "--output" -> Arrays.stream(Format.values()).map(Format::text).toList();
            case "--phase" -> Arrays.stream(Phase.values()).map(Enum::name).toList();
            case "--over-quota" -> List.of("QUEUE", "REFUSE");
            default -> List.of();
        };
    }

    private List<String> words(String name) {
        boolean first = words.isEmpty();
        return switch (name) {
            case "wellfield get", "wellfield edit" ->
                first ? Kinds.WORDS : words.size() == 1 ? names(words.getFirst()) : List.of();
            case "wellfield delete" -> first ? Kinds.WORDS : names(words.getFirst());
            case "wellfield describe" -> first ? both(Kinds.WORDS, names("workloads")) : names(words.getFirst());
            case "wellfield why", "wellfield logs", "wellfield cancel", "wellfield events" ->
                first ? names("workloads") : List.of();
            case "wellfield top" -> first ? List.of("cards", "tenants", "engines") : List.of();
            case "wellfield usage" -> first ? List.of("cards", "tokens") : List.of();
            case "wellfield completion" -> first ? CompletionCommand.SHELLS : List.of();
            case "wellfield alerts ack" -> first ? names("alerts") : List.of();
            case "wellfield keys revoke" -> first ? names("keys") : List.of();
            case "wellfield token revoke" -> first ? names("tokens") : List.of();
            case "wellfield context use", "wellfield context show", "wellfield context delete" ->
                first ? contexts() : List.of();
            default -> List.of();
        };
    }

    private static List<String> both(List<String> one, List<String> other) {
        List<String> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    private List<String> contexts() {
        return connection.contexts().entries().stream()
                .map(Contexts.Entry::name)
                .toList();
    }

    /** As the server has them; with their tenant unless --tenant says it. */
    private List<String> names(String word) {
        Optional<Kind> kind = Kinds.find(word);
        if (kind.isEmpty()) {
            return List.of();
        }
        String prefix = tenant + "/";
        return new Lists(connection)
                .all(kind.get(), tenant).stream()
                        .map(kind.get().path())
                        .map(it -> it.startsWith(prefix) ? it.substring(prefix.length()) : it)
                        .toList();
    }
}
