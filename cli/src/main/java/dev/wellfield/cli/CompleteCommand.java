package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What may stand in the place of the last word; a line each. Completion scripts call it; nothing is ever an error. */
@Command(name = Words.COMPLETE, hidden = true)
final class CompleteCommand implements Callable<Integer> {
    @Parameters(description = "The words after the program's name up to the cursor, a line each.")
    String words = "";

    private final Connection connection;
    private final Supplier<CommandLine> whole;

    CompleteCommand(Connection connection, Supplier<CommandLine> whole) {
        this.connection = connection;
        this.whole = whole;
    }

    @Override
    public Integer call() {
        List<String> typed = new ArrayList<>(List.of(words.split("\n", -1)));
        String current = typed.removeLast();
        try {
            new Candidates(connection, whole.get(), typed)
                    .of(current).stream()
                            .filter(it -> it.startsWith(current))
                            .sorted()
                            .distinct()
                            .forEach(connection.terminal()::line);
        } catch (Failure failure) {
            // Whoever presses TAB wants no messages.
        }
        return ExitCode.OK.code();
    }
}
