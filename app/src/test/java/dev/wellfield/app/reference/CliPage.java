package dev.wellfield.app.reference;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Every command with its own help, so that page and program can't part. */
public final class CliPage {
    private final Markdown page = Markdown.page("Command line", "the commands' own help", """
            What `wellfield COMMAND --help` says, for every command. The commands that show something have the same forms:
            `-o table|wide|json|yaml|csv|name`.
            """);

    private CliPage() {}

    /**
     * @param whole the command line
     * @param ofThisMachine the commands that are programs of their own, by their word
     * @param others the help of those that aren't picocli's
     */
    public static String of(CommandLine whole, Map<String, CommandLine> ofThisMachine, Map<String, String> others) {
        CliPage cli = new CliPage();
        cli.section("wellfield", whole);
        new TreeMap<>(ofThisMachine).forEach((word, command) -> cli.section("wellfield " + word, command));
        new TreeMap<>(others)
                .forEach(
                        (word, help) -> cli.page.heading(2, "wellfield " + word).block(help));
        whole.getSubcommands().forEach((word, command) -> {
            if (!ofThisMachine.containsKey(word) && !others.containsKey(word)) {
                cli.sections("wellfield " + word, command);
            }
        });
        return cli.page.toString();
    }

    private void sections(String words, CommandLine command) {
        section(words, command);
        command.getSubcommands().entrySet().stream()
                .filter(each -> each.getKey().equals(each.getValue().getCommandName()))
                .forEach(each -> sections(words + " " + each.getKey(), each.getValue()));
    }

    private void section(String words, CommandLine command) {
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(100);
        page.heading(2, words).block(command.getUsageMessage(Ansi.OFF).replaceAll("(?m) +$", ""));
    }
}
