package dev.wellfield.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The words of the command line, in the order in which help shows them, and how the command of each is made. */
final class Words {
    static final List<String> ALL = List.of(
            "apply",
            "submit",
            "get",
            "describe",
            "edit",
            "delete",
            "why",
            "logs",
            "cancel",
            "events",
            "alerts",
            "top",
            "usage",
            "invoice",
            "quota",
            "keys",
            "token",
            "users",
            "invitations",
            "login",
            "passwd",
            "context",
            "whoami",
            "doctor",
            "completion");

    /** Commands that the program around this one runs itself; here for help and completion. */
    static final Map<String, String> OF_THIS_MACHINE = ofThisMachine();

    /** What completion scripts call; in no help. */
    static final String COMPLETE = "__complete";

    /** Other words for some of them. */
    static final Map<String, String> ALIASES = Map.of("config", "context", "contexts", "context", "quotas", "quota");

    private final Connection connection;
    private final List<String> command;
    private final Supplier<CommandLine> whole;

    /**
     * @param command what a submission is to run
     * @param whole the command line with all its words, for completion
     */
    Words(Connection connection, List<String> command, Supplier<CommandLine> whole) {
        this.connection = connection;
        this.command = command;
        this.whole = whole;
    }

    private static Map<String, String> ofThisMachine() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("up", "Start a server on this machine.");
        words.put("down", "Stop the server on this machine.");
        words.put("serve", "Run the server in the foreground.");
        words.put("backup", "Write everything that is in the database to a file.");
        words.put("restore", "Bring a backup back into an empty data directory or database.");
        words.put("engine-simulator", "Run a stand-in inference engine.");
        return words;
    }

    /** @param word one of {@link #ALL} */
    CommandLine make(String word) {
        return switch (word) {
            case "apply" -> new CommandLine(new ApplyCommand(connection));
            case "submit" -> new CommandLine(new SubmitCommand(connection, command));
            case "get" -> new CommandLine(new GetCommand(connection));
            case "describe" -> new CommandLine(new DescribeCommand(connection));
            case "edit" -> new CommandLine(new EditCommand(connection));
            case "delete" -> new CommandLine(new DeleteCommand(connection));
            case "why" -> new CommandLine(new WhyCommand(connection));
            case "logs" -> new CommandLine(new LogsCommand(connection));
            case "cancel" -> new CommandLine(new CancelCommand(connection));
            case "events" -> new CommandLine(new EventsCommand(connection));
            case "alerts" ->
                new CommandLine(new AlertsCommand(connection)).addSubcommand("ack", new AlertsAckCommand(connection));
            case "top" -> new CommandLine(new TopCommand(connection));
            case "usage" -> new CommandLine(new UsageCommand(connection));
            case "invoice" ->
                group("What a month costs, and the proof of each line.")
                        .addSubcommand("list", new InvoiceListCommand(connection))
                        .addSubcommand("preview", new InvoicePreviewCommand(connection))
                        .addSubcommand("trace", new InvoiceTraceCommand(connection));
            case "quota" ->
                new CommandLine(new QuotaGetCommand(connection))
                        .setCommandName("quota")
                        .addSubcommand("get", new QuotaGetCommand(connection), "describe")
                        .addSubcommand("set", new QuotaSetCommand(connection));
            case "keys" ->
                group("API keys, with which a tenant's programs call models.")
                        .addSubcommand("create", new KeyCreateCommand(connection))
                        .addSubcommand("list", new KeyListCommand(connection))
                        .addSubcommand("revoke", new KeyRevokeCommand(connection));
            case "token" ->
                group("Tokens, with which programs and people sign in.")
                        .addSubcommand("create", new TokenCreateCommand(connection))
                        .addSubcommand("list", new TokenListCommand(connection))
                        .addSubcommand("revoke", new TokenRevokeCommand(connection));
            case "users" ->
                new CommandLine(new UsersCommand(connection))
                        .addSubcommand("invite", new UserInviteCommand(connection))
                        .addSubcommand("roles", new UserRolesCommand(connection))
                        .addSubcommand("disable", new UserDisableCommand(connection))
                        .addSubcommand("enable", new UserEnableCommand(connection))
                        .addSubcommand("reset-password", new UserResetCommand(connection));
            case "invitations" ->
                group("Invitations that were made, and taking them back.")
                        .addSubcommand("list", new InvitationListCommand(connection))
                        .addSubcommand("revoke", new InvitationRevokeCommand(connection));
            case "passwd" -> new CommandLine(new PasswdCommand(connection));
            case "login" -> new CommandLine(new LoginCommand(connection));
            case "context" ->
                group("The servers that you know.")
                        .addSubcommand("list", new ContextListCommand(connection))
                        .addSubcommand("add", new ContextAddCommand(connection))
                        .addSubcommand("delete", new ContextDeleteCommand(connection))
                        .addSubcommand("use", new ContextUseCommand(connection))
                        .addSubcommand("show", new ContextShowCommand(connection));
            case "whoami" -> new CommandLine(new WhoamiCommand(connection));
            case "doctor" -> new CommandLine(new DoctorCommand(connection));
            case COMPLETE -> new CommandLine(new CompleteCommand(connection, whole));
            case "completion" -> new CommandLine(new CompletionCommand(connection));
            default -> throw new IllegalArgumentException("\"" + word + "\" is no word of the command line");
        };
    }

    private static CommandLine group(String header) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().header(header).synopsisSubcommandLabel("COMMAND");
        return new CommandLine(spec);
    }
}
