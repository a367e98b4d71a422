package dev.wellfield.cli;

import dev.wellfield.cli.client.Failure;
import dev.wellfield.cli.client.Violation;
import dev.wellfield.cli.show.Format;
import dev.wellfield.cli.show.Terminal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options that say what a result is printed as. */
final class FormatOption {
    /** What is one document and no list: it has no rows. */
    static final Format[] DOCUMENT = {Format.TABLE, Format.WIDE, Format.JSON, Format.YAML};

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, wide, json, yaml, csv or name; all but the tables are stable.")
    String output = "table";

    @Option(names = "--no-headers", description = "Tables and CSV without their headings.")
    boolean noHeaders;

    Format format() {
        return format(Format.values());
    }

    /** The same, with the headings as they are wanted. */
    Format format(Terminal terminal) {
        return format(terminal, Format.values());
    }

    /** @param possible what this command can print */
    Format format(Terminal terminal, Format... possible) {
        terminal.showHeadings(!noHeaders);
        return format(possible);
    }

    /** {@code text} is what tables of one document were called. */
    private Format format(Format... possible) {
        String wanted = output.equals("text") ? "table" : output;
        return Arrays.stream(possible)
                .filter(it -> it.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> {
                    String known = Arrays.stream(possible).map(Format::text).collect(Collectors.joining(", "));
                    boolean elsewhere = Format.find(wanted).isPresent();
                    return Failure.usage(List.of(new Violation(
                            "--output", output, "one of " + known + (elsewhere ? ": this is no list" : ""))));
                });
    }
}
