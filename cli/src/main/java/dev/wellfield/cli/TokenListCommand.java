package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the caller's own tokens. */
@Command(
        name = "list",
        header = "List your own tokens, without their secrets.",
        footer = {"", "Example:", "  wellfield token list"})
final class TokenListCommand implements Callable<Integer> {
    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    TokenListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format();
        Kind tokens = AccessKinds.tokens();
        new Listing(tokens, connection.terminal()).print(new Lists(connection).all(tokens, null), format);
        return ExitCode.OK.code();
    }
}
