package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Terminal;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Only the command that was called is made, so that a short one starts fast; all of them are made for help
 * and completion alone.
 */
public final class Cli {
    private final Terminal terminal;
    private final Connection connection;
    private final Arguments arguments;
    private final Words words;

    private Cli(Terminal terminal, Arguments arguments) {
        this.terminal = terminal;
        this.arguments = arguments;
        this.connection = new Connection(terminal);
        this.words = new Words(connection, arguments.command(), this::whole);
    }

    /**
     * Runs one command and returns its exit code ({@link ExitCode}). Never throws, never leaves the process.
     *
     * @param out results; if it is the process's own, written as UTF-8
     * @param err errors, notes and progress
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return run(args, Terminal.of(out, err));
    }

    /** The same with other streams, another environment and another clock. */
    public static int run(String[] args, Terminal terminal) {
        try {
            return new Cli(terminal, Arguments.of(args)).run();
        } finally {
            terminal.flush();
        }
    }

    private int run() {
        String word = arguments.word();
        List<String> own = arguments.own();
        String meant = Words.ALIASES.get(word);
        if (meant != null) {
            own = replaced(own, word, meant);
            word = meant;
        }
        if (word.equals("help")) {
            own = own.stream().filter(it -> !it.equals("help")).toList();
            word = new Arguments(own, List.of()).word();
            return execute(Words.ALL.contains(word) ? only(word) : whole(), append(own, "--help"));
        }
        if (word.isEmpty()) {
            return execute(whole(), own.isEmpty() ? List.of("--help") : own);
        }
        if (word.equals(Words.COMPLETE)) {
            return execute(
                    only(word), List.of(word, "--", String.join("\n", own.subList(own.indexOf(word) + 1, own.size()))));
        }
        if (!Words.ALL.contains(word)) {
            return report(Unknown.word(word, Words.ALL));
        }
        return execute(only(word), own);
    }

    /** Every command, for whoever looks at all of them. */
    public static CommandLine whole(Terminal terminal) {
        return new Cli(terminal, Arguments.of()).whole();
    }

    private static List<String> replaced(List<String> list, String first, String by) {
        List<String> copy = new ArrayList<>(list);
        copy.set(list.indexOf(first), by);
        return copy;
    }

    private static List<String> append(List<String> list, String last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    private CommandLine only(String word) {
        return configured(new CommandLine(new Wellfield(connection)).addSubcommand(word, words.make(word)));
    }

    /** With every command, those of this machine included. */
    private CommandLine whole() {
        CommandLine root = new CommandLine(new Wellfield(connection));
        Words.ALL.forEach(word -> root.addSubcommand(word, words.make(word)));
        Words.OF_THIS_MACHINE.forEach((word, header) -> {
            CommandSpec spec = CommandSpec.create();
            spec.usageMessage().header(header);
            root.addSubcommand(word, new CommandLine(spec));
        });
        return configured(root);
    }

    private CommandLine configured(CommandLine root) {
        Help.Ansi ansi = terminal.colours() ? Help.Ansi.ON : Help.Ansi.OFF;
        return root.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(Help.defaultColorScheme(ansi))
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler((e, args) -> report(misuse(e)))
                .setExecutionExceptionHandler((e, command, result) -> report(e));
    }

    private static int execute(CommandLine root, List<String> args) {
        return root.execute(args.toArray(String[]::new));
    }

    private static Failure misuse(ParameterException e) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        String hint = "`" + command + " --help` shows how it is used.";
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            hint = "Did you mean " + String.join(" or ", unmatched.getSuggestions()) + "? " + hint;
        }
        String message = String.valueOf(e.getMessage());
        return Failure.of(ExitCode.USAGE, message + (message.endsWith(".") ? "" : "."), hint);
    }

    private int report(Exception e) {
        if (e instanceof Failure failure) {
            terminal.note(Style.BAD.paint("wellfield: ", terminal.errColours()) + failure.sentence());
            failure.details().forEach(detail -> terminal.note("  " + detail));
            if (failure.nextStep() != null) {
                terminal.note(failure.nextStep());
            }
            return failure.exitCode().code();
        }
        terminal.note("wellfield: this is a bug in wellfield: " + e);
        if (terminal.variable("WELLFIELD_DEBUG").isPresent()) {
            e.printStackTrace(terminal.err());
        } else {
            terminal.note("WELLFIELD_DEBUG=1 shows where it happened; please report that.");
        }
        return ExitCode.FAILED.code();
    }
}
