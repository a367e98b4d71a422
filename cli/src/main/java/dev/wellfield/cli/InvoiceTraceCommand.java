package dev.wellfield.cli;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.client.ExitCode;
import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Json;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Proves a line of an invoice: its calculation, its facts, and what the second layer of metering says. */
@Command(
        name = "trace",
        header = "Prove a line of an invoice: its calculation, its facts, and an independent measurement.",
        footer = {
            "",
            "Example:",
            "  wellfield invoice trace training/2026-12/reserved-three-cards",
            "",
            "Exit code 0 only if the measurement agrees with the facts."
        })
final class InvoiceTraceCommand implements Callable<Integer> {
    private static final Pattern LINE = Pattern.compile("([^/]+)/([0-9]{4}-(?:0[1-9]|1[0-2]))/([a-z0-9][a-z0-9._-]*)");

    @Parameters(paramLabel = "LINE", description = "tenant/month/line, as `wellfield invoice preview` prints it.")
    String line = "";

    @Mixin
    FormatOption output = new FormatOption();

    private final Connection connection;

    InvoiceTraceCommand(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Integer call() {
        Format format = output.format(connection.terminal(), FormatOption.DOCUMENT);
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw Failure.usage(
                    List.of(
                            new Violation(
                                    "LINE",
                                    line,
                                    "tenant/month/line, e.g. training/2026-12/reserved-three-cards; `wellfield invoice preview` prints them")));
        }
        JsonNode trace = connection
                .rest()
                .get(ApiPath.of(
                        "tenants", matcher.group(1), "invoice-previews", matcher.group(2), "lines", matcher.group(3)));
        if (!Outputs.document(connection.terminal(), trace, format)) {
            new TraceReport(connection.terminal()).print(trace);
        }
        return Json.text(trace, "/verdict").equals("AGREES") ? ExitCode.OK.code() : ExitCode.FAILED.code();
    }
}
