package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists the months of a tenant with what each would cost. */
@Command(
        name = "list",
        header = "List a tenant's months with what each costs as of now.",
        footer = {
            "",
            "Examples:",
            "  wellfield invoice list --tenant training",
            "  wellfield invoice list --tenant training --months 3 -o csv"
        })
final class InvoiceListCommand implements Callable<Integer> {
    private static final int MOST_MONTHS = 36;

    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Whose; else $$WELLFIELD_TENANT, else the only one of yours.")
    @Nullable
    String tenant;

    @Option(
            names = "--months",
            paramLabel = "N",
            defaultValue = "13",
            description = "So many, 1 to 36; 13 if you don't say.")
    int months = 13;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    InvoiceListCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        if (months < 1 || months > MOST_MONTHS) {
            throw Failure.usage(List.of(new Violation("--months", Integer.toString(months), "1 to " + MOST_MONTHS)));
        }
        String owner = connection.tenant(tenant);
        JsonNode list = connection
                .rest()
                .get(ApiPath.of("tenants", owner, "invoice-previews").with("months", months));
        List<JsonNode> items = new ArrayList<>();
        list.path("items").forEach(items::add);
        new Listing(kind(owner), connection.terminal()).print(items, format);
        return ExitCode.OK.code();
    }

    private static Kind kind(String owner) {
        return new Kind(
                "months",
                new Kind.Scope.Everywhere(ApiPath.of("tenants", owner, "invoice-previews"), false),
                item -> Json.text(item, "/month"),
                List.of(
                        column("MONTH", "/month"),
                        column(">LINES", "/lines"),
                        column(">LIST", (item, now) -> Cell.of(Money.text(item.path("listTotal")))),
                        column(">TOTAL", (item, now) -> Cell.of(Money.text(item.path("total"))))),
                fields(
                        "month=/month",
                        "lines=/lines",
                        "listTotal=/listTotal/amount",
                        "total=/total/amount",
                        "currency=/total/currency"));
    }
}
