package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that says what a listing is printed as. */
final class FormatOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, wide, json, yaml, csv or name; all but the tables are stable.")
    String output = "table";

    Format format() {
        return Format.find(output)
                .orElseThrow(
                        () -> Failure.usage(List.of(new Violation("--output", output, "one of " + Format.known()))));
    }
}
