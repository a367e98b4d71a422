package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists API keys. */
@Command(
        name = "list",
        header = "List API keys, without their secrets.",
        footer = {"", "Example:", "  wellfield keys list --tenant inference"})
final class KeyListCommand implements Callable<Integer> {
    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Of this tenant; else of $$WELLFIELD_TENANT, else of all of yours.")
    @Nullable
    String tenant;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    KeyListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        Kind keys = AccessKinds.keys();
        new Listing(keys, connection.terminal()).print(new Lists(connection).all(keys, tenant), format);
        return ExitCode.OK.code();
    }
}
