package dev.wellfield.cli;

import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows quotas dimension by dimension. */
@Command(
        name = "get",
        header = "Show quotas: used, guaranteed, at most, borrowed, in each dimension.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Examples:",
            "  wellfield quota get --tenant training",
            "  wellfield quota                            of all tenants that you may see",
            "  wellfield quota set --tenant training --pool a100 --dimension CARDS=3:4"
        })
final class QuotaGetCommand implements Callable<Integer> {
    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Whose; else $$WELLFIELD_TENANT, else of all that you may see.")
    @Nullable
    String tenant;

    @Option(names = "--pool", paramLabel = "P", description = "In this pool alone.")
    @Nullable
    String pool;

    @Mixin
    WatchOption watch = new WatchOption();

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    QuotaGetCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        watch.run(connection.terminal(), () -> show(format));
        return ExitCode.OK.code();
    }

    private void show(Format format) {
        List<JsonNode> quotas = new Lists(connection)
                .all(TenantKinds.quotas(), tenant).stream()
                        .filter(it ->
                                pool == null || Json.text(it, "/metadata/name").equals(pool))
                        .toList();
        Terminal terminal = connection.terminal();
        if (format == Format.TABLE || format == Format.WIDE) {
            Table table = QuotaUse.table(quotas);
            if (table.isEmpty()) {
                terminal.note((tenant == null ? "Nobody that you may see" : tenant) + " has no quota"
                        + (pool == null ? "." : " in pool " + pool + "."));
            } else {
                terminal.print(table);
            }
        } else {
            new Listing(TenantKinds.quotas(), terminal).print(quotas, format);
        }
    }
}
