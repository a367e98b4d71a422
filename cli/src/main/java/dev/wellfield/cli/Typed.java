package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.show.Terminal;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What people type and nobody else may see: from a prompt without echo on a terminal, else line by line from standard input. */
final class Typed {
    private final Terminal terminal;
    private @Nullable BufferedReader lines;

    Typed(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Empty at the end of the input. */
    String secret(String prompt) {
        Console console = terminal.errIsTerminal() ? System.console() : null;
        if (console != null && console.isTerminal()) {
            char[] typed = console.readPassword("%s", prompt + " (it isn't shown): ");
            return typed == null ? "" : new String(typed);
        }
        if (lines == null) {
            lines = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
        }
        try {
            String line = lines.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw Failure.of(ExitCode.FAILED, "Standard input can't be read: " + e.getMessage() + ".");
        }
    }
}
