package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script, which asks this program what may stand where the cursor is. */
@Command(
        name = "completion",
        header = "Print a completion script for your shell: commands, options, kinds, and names from the server.",
        footer = {
            "",
            "Examples:",
            "  source <(wellfield completion bash)                        for this shell",
            "  echo 'source <(wellfield completion zsh)' >> ~/.zshrc      for all that follow",
            "  wellfield completion fish > ~/.config/fish/completions/wellfield.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    /** Without candidates the shell completes files. A name with a colon, as of a model, is one word here. */
    private static final String BASH = """
            _wellfield() {
                local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT} word
                local -a words
                IFS=$' \\t' read -ra words <<<"$line"
                [[ $line != *[[:space:]] ]] || words+=('')
                word=${words[-1]}
                COMPREPLY=($(wellfield __complete "${words[@]:1}" 2>/dev/null))
                if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
                    COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
                fi
            }
            complete -o default -F _wellfield wellfield
            """;

    private static final String ZSH = """
            #compdef wellfield
            _wellfield() {
                local -a candidates
                candidates=("${(@f)$(wellfield __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
                candidates=(${candidates:#})
                if (( $#candidates )); then
                    compadd -- $candidates
                else
                    _files
                fi
            }
            (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
            compdef _wellfield wellfield
            """;

    private static final String FISH = """
            function __wellfield_complete
                set -l words (commandline -opc)
                set -l current (commandline -ct)
                wellfield __complete $words[2..] "$current" 2>/dev/null
            end
            complete -c wellfield -a '(__wellfield_complete)'
            """;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    String shell = "";

    private final Connection connection;

    CompletionCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        String script = switch (shell) {
            case "bash" -> BASH;
            case "zsh" -> ZSH;
            case "fish" -> FISH;
            default -> throw Failure.usage(List.of(new Violation("SHELL", shell, "bash, zsh or fish")));
        };
        connection.terminal().piece(script);
        return ExitCode.OK.code();
    }
}
