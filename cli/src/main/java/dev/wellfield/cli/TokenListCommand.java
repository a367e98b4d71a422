package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists tokens, one's own or another principal's. */
@Command(
        name = "list",
        header = "List your own tokens, or another principal's, without their secrets.",
        footer = {"", "Examples:", "  wellfield token list", "  wellfield token list --principal tina"})
final class TokenListCommand implements Callable<Integer> {
    @Option(names = "--principal", paramLabel = "P", description = "Of this principal instead of yourself.")
    @Nullable
    String principal;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    TokenListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        Kind tokens = AccessKinds.tokens(principal);
        new Listing(tokens, connection.terminal()).print(new Lists(connection).all(tokens, null), format);
        return ExitCode.OK.code();
    }
}
