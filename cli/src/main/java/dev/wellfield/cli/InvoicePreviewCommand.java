package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Csv;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Money;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Yaml;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows what a month would cost as of now. */
@Command(
        name = "preview",
        header = "Show what a month would cost as of now.",
        footer = {
            "",
            "Examples:",
            "  wellfield invoice preview --tenant training",
            "  wellfield invoice preview --tenant training --month 2026-12 -o csv",
            "  wellfield invoice preview --all-tenants",
            "Each line's name is what `wellfield invoice trace` takes."
        })
final class InvoicePreviewCommand implements Callable<Integer> {
    @Option(
            names = "--tenant",
            paramLabel = "T",
            description = "Whose; else $$WELLFIELD_TENANT, else the only one of yours.")
    @Nullable
    String tenant;

    @Option(names = "--all-tenants", description = "Of each tenant whose invoices you may see, with the total.")
    boolean allTenants;

    @Option(names = "--month", paramLabel = "M", description = "E.g. 2026-12; else this month in the tenant's zone.")
    @Nullable
    String month;

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    InvoicePreviewCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal());
        if (month != null && !month.matches("[0-9]{4}-(0[1-9]|1[0-2])")) {
            throw Failure.usage(List.of(new Violation("--month", month, "a month, e.g. 2026-12")));
        }
        if (allTenants) {
            return all(format);
        }
        String owner = connection.tenant(tenant);
        String wanted = month == null ? thisMonth(owner) : month;
        JsonNode preview = connection.rest().get(ApiPath.of("tenants", owner, "invoice-previews", wanted));
        Terminal terminal = connection.terminal();
        switch (format) {
            case JSON -> terminal.line(Json.pretty(preview));
            case YAML -> terminal.piece(Yaml.write(preview));
            case NAME -> preview.path("lines").forEach(it -> terminal.line(InvoiceLines.name(preview, it)));
            case CSV -> csv(List.of(preview));
            case TABLE, WIDE -> table(preview);
        }
        return ExitCode.OK.code();
    }

    /** A row for each tenant; in CSV the lines of all of them. */
    private Integer all(Format format) {
        if (tenant != null) {
            throw Failure.usage(List.of(new Violation("--tenant", tenant, "nothing beside --all-tenants")));
        }
        Terminal terminal = connection.terminal();
        String wanted = month == null
                ? YearMonth.from(terminal.now().atZone(ZoneOffset.UTC)).toString()
                : month;
        JsonNode list = connection.rest().get(ApiPath.of("invoice-previews", wanted));
        List<JsonNode> previews = new ArrayList<>();
        list.path("items").forEach(previews::add);
        switch (format) {
            case JSON -> terminal.line(Json.pretty(list));
            case YAML -> terminal.piece(Yaml.write(list));
            case NAME -> previews.forEach(it -> terminal.line(Json.text(it, "/tenant") + "/" + wanted));
            case CSV -> csv(previews);
            case TABLE, WIDE -> totals(wanted, previews, list.path("totals"));
        }
        return ExitCode.OK.code();
    }

    private void totals(String wanted, List<JsonNode> previews, JsonNode totals) {
        Terminal terminal = connection.terminal();
        terminal.line(Style.STRONG.paint(wanted, terminal.colours()) + ", each in its tenant's zone, as of now");
        Table table = Table.of("TENANT", ">LINES", "PRICE BOOK", ">TOTAL");
        for (JsonNode preview : previews) {
            table.row(List.of(
                    Cell.of(Json.text(preview, "/tenant")),
                    Cell.of(Integer.toString(preview.path("lines").size())),
                    Cell.of(Json.text(preview, "/priceBook")),
                    Cell.of(Money.text(preview.path("total")))));
        }
        terminal.print(table);
        totals.forEach(total -> terminal.line("Total: " + Money.text(total)));
    }

    private String thisMonth(String owner) {
        String zone = Json.text(connection.rest().get(ApiPath.of("tenants", owner)), "/spec/zone");
        try {
            return YearMonth.from(connection.terminal().now().atZone(ZoneId.of(zone)))
                    .toString();
        } catch (DateTimeException e) {
            throw Failure.of(
                    ExitCode.FAILED,
                    "The zone of " + owner + ", " + zone + ", is unknown here.",
                    "Say the month with --month.");
        }
    }

    private void table(JsonNode preview) {
        Terminal terminal = connection.terminal();
        terminal.line(Style.STRONG.paint(
                        Json.text(preview, "/tenant") + ", " + Json.text(preview, "/month"), terminal.colours())
                + " (" + Json.text(preview, "/zone") + "), as of " + Times.seconds(Json.text(preview, "/asOf"))
                + ", prices of "
                + Json.text(preview, "/priceBook"));
        Table table = Table.of("LINE", "WHAT", ">QUANTITY", "UNIT", ">UNIT PRICE", ">AMOUNT", ">LIST", "NOTE");
        for (JsonNode line : preview.path("lines")) {
            table.row(List.of(
                    Cell.of(InvoiceLines.name(preview, line)),
                    Cell.of(InvoiceLines.what(line)),
                    Cell.of(Money.quantity(Json.text(line, "/quantity"))),
                    Cell.of(InvoiceLines.unit(line)),
                    Cell.of(Money.amount(Json.text(line, "/unitPrice/amount"))),
                    Cell.of(Money.amount(Json.text(line, "/amount/amount"))),
                    Cell.of(Money.amount(Json.text(line, "/listAmount/amount"))),
                    new Cell(InvoiceLines.notes(line), Style.WAITING)));
        }
        if (table.isEmpty()) {
            terminal.line("Nothing was used and nothing is reserved.");
        } else {
            terminal.print(table);
        }
        terminal.line("Total: " + Money.text(preview.path("total")));
    }

    private void csv(List<JsonNode> previews) {
        Terminal terminal = connection.terminal();
        if (terminal.headings()) {
            terminal.line(
                    "tenant,month,line,item,cardModel,model,quantity,unit,unitPrice,amount,listAmount,currency,capped,estimated,simulated,notes");
        }
        for (JsonNode preview : previews) {
            preview.path("lines").forEach(line -> terminal.line(record(preview, line)));
        }
    }

    private static String record(JsonNode preview, JsonNode line) {
        return Csv.line(List.of(
                Json.text(preview, "/tenant"),
                Json.text(preview, "/month"),
                Json.text(line, "/line"),
                Json.text(line, "/item"),
                Json.text(line, "/cardModel"),
                Json.text(line, "/model"),
                Json.text(line, "/quantity"),
                Json.text(line, "/unit"),
                Json.text(line, "/unitPrice/amount"),
                Json.text(line, "/amount/amount"),
                Json.text(line, "/listAmount/amount"),
                Json.text(line, "/amount/currency"),
                Json.text(line, "/capped"),
                Json.text(line, "/estimated"),
                Json.text(line, "/simulated"),
                InvoiceLines.codes(line)));
    }
}
