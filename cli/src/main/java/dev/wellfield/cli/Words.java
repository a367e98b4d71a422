package dev.wellfield.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The words of the command line and how the command of each is made, in the order in which help shows them. */
final class Words {
    /** Commands that the program around this one runs itself; here for help and completion. */
    static final Map<String, String> OF_THIS_MACHINE = ofThisMachine();

    private Words() {}

    private static Map<String, String> ofThisMachine() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("up", "Start a server on this machine.");
        words.put("down", "Stop the server on this machine.");
        words.put("serve", "Run the server in the foreground.");
        words.put("engine-simulator", "Run a stand-in inference engine.");
        return words;
    }

    /**
     * @param command what a submission is to run
     * @param whole the command line with all its words, for completion
     */
    static Map<String, Supplier<CommandLine>> of(
            Connection connection, List<String> command, Supplier<CommandLine> whole) {
        Map<String, Supplier<CommandLine>> words = new LinkedHashMap<>();
        words.put("apply", leaf(() -> new ApplyCommand(connection)));
        words.put("submit", leaf(() -> new SubmitCommand(connection, command)));
        words.put("get", leaf(() -> new GetCommand(connection)));
        words.put("describe", leaf(() -> new DescribeCommand(connection)));
        words.put("why", leaf(() -> new WhyCommand(connection)));
        words.put("logs", leaf(() -> new LogsCommand(connection)));
        words.put("cancel", leaf(() -> new CancelCommand(connection)));
        words.put("events", leaf(() -> new EventsCommand(connection)));
        words.put("usage", leaf(() -> new UsageCommand(connection)));
        words.put(
                "invoice",
                () -> group(
                        "What a month costs, and the proof of each line.",
                        Map.of(
                                "preview", new InvoicePreviewCommand(connection),
                                "trace", new InvoiceTraceCommand(connection))));
        words.put(
                "quota",
                () -> group(
                        "What a tenant is guaranteed and may use at most.",
                        Map.of("get", new QuotaGetCommand(connection), "set", new QuotaSetCommand(connection))));
        words.put(
                "keys",
                () -> group(
                        "API keys, with which a tenant's programs call models.",
                        Map.of(
                                "create", new KeyCreateCommand(connection),
                                "list", new KeyListCommand(connection),
                                "revoke", new KeyRevokeCommand(connection))));
        words.put(
                "token",
                () -> group(
                        "Tokens, with which people sign in.",
                        Map.of(
                                "create", new TokenCreateCommand(connection),
                                "list", new TokenListCommand(connection),
                                "revoke", new TokenRevokeCommand(connection))));
        words.put("login", leaf(() -> new LoginCommand(connection)));
        words.put(
                "context",
                () -> group(
                        "The servers that you know.",
                        Map.of(
                                "list", new ContextListCommand(connection),
                                "use", new ContextUseCommand(connection),
                                "show", new ContextShowCommand(connection))));
        words.put("whoami", leaf(() -> new WhoamiCommand(connection)));
        words.put("doctor", leaf(() -> new DoctorCommand(connection)));
        words.put("completion", leaf(() -> new CompletionCommand(connection, whole)));
        return words;
    }

    private static Supplier<CommandLine> leaf(Supplier<Object> command) {
        return () -> new CommandLine(command.get());
    }

    private static CommandLine group(String header, Map<String, Object> commands) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().header(header).synopsisSubcommandLabel("COMMAND");
        CommandLine group = new CommandLine(spec);
        commands.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(it -> group.addSubcommand(it.getKey(), new CommandLine(it.getValue())));
        return group;
    }
}
