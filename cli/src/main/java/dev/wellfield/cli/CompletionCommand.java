package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script. */
@Command(
        name = "completion",
        header = "Print a completion script for your shell.",
        footer = {
            "",
            "Examples:",
            "  source <(wellfield completion bash)      for this shell",
            "  wellfield completion zsh >> ~/.zshrc     for all that follow"
        })
final class CompletionCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    String shell = "";

    private final Connection connection;
    private final Supplier<CommandLine> whole;

    /** @param whole the command line with all its words */
    CompletionCommand(Connection connection, Supplier<CommandLine> whole) {
        this.connection = connection;
        this.whole = whole;
    }

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw Failure.usage(List.of(new Violation("SHELL", shell, "bash or zsh")));
        }
        String script = AutoComplete.bash("wellfield", whole.get());
        if (shell.equals("zsh")) {
            connection.terminal().line("autoload -U +X compinit && compinit");
            connection.terminal().line("autoload -U +X bashcompinit && bashcompinit");
        }
        connection.terminal().line(script);
        return ExitCode.OK.code();
    }
}
