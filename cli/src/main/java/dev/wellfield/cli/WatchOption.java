package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Pauses;
import dev.wellfield.cli.show.Terminal;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The option to show something again and again. */
final class WatchOption {
    private static final Duration PERIOD = Duration.ofSeconds(2);

    @Option(
            names = {"-w", "--watch"},
            description = "Go on, every two seconds, until Ctrl-C; a terminal's screen is cleared each time.")
    boolean watch;

    /** Shows once, or until nobody reads any more. A server that is away for a while is waited for. */
    void run(Terminal terminal, Runnable show) {
        if (!watch) {
            show.run();
            return;
        }
        terminal.clear();
        show.run();
        while (terminal.piece("")) {
            Pauses.sleep(PERIOD);
            terminal.clear();
            try {
                show.run();
            } catch (Failure failure) {
                if (failure.exitCode() != ExitCode.UNREACHABLE) {
                    throw failure;
                }
                terminal.note(failure.sentence() + " Trying again; Ctrl-C ends it.");
            }
        }
    }
}
