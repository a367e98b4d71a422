package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import java.util.ArrayList;
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
        header = "Show a tenant's quotas: used, guaranteed, at most, borrowed, in each dimension.",
        footer = {"", "Example:", "  wellfield quota get --tenant training"})
final class QuotaGetCommand implements Callable<Integer> {
    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Whose; else $$WELLFIELD_TENANT, else the only one of yours.")
    @Nullable
    String tenant;

    @Option(names = "--pool", paramLabel = "P", description = "In this pool alone.")
    @Nullable
    String pool;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    QuotaGetCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format();
        String owner = connection.tenant(tenant);
        List<JsonNode> quotas = new ArrayList<>();
        if (pool == null) {
            connection
                    .rest()
                    .get(ApiPath.of("tenants", owner, "quotas"))
                    .path("items")
                    .forEach(quotas::add);
        } else {
            quotas.add(connection.rest().get(ApiPath.of("tenants", owner, "quotas", pool)));
        }
        Terminal terminal = connection.terminal();
        if (format == Format.TABLE || format == Format.WIDE) {
            Table table = QuotaUse.table(quotas);
            if (table.isEmpty()) {
                terminal.note(owner + " has no quota.");
            } else {
                terminal.print(table);
            }
        } else {
            new Listing(TenantKinds.quotas(), terminal).print(quotas, format);
        }
        return ExitCode.OK.code();
    }
}
