package dev.wellfield.cli;

import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.show.Money;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Table;
import dev.wellfield.cli.show.Terminal;
import dev.wellfield.cli.show.Times;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Prints a proof in the order in which one checks it: line, calculation, facts, second layer, verdict. */
final class TraceReport {
    private static final int FACTS_SHOWN = 10;

    private final Terminal terminal;

    TraceReport(Terminal terminal) {
        this.terminal = terminal;
    }

    void print(JsonNode trace) {
        line(trace);
        charge(trace);
        facts(trace);
        secondLayer(trace);
        terminal.line("");
        Verdict verdict = Verdict.of(trace);
        terminal.line(Style.STRONG.paint("Verdict: ", terminal.colours())
                + verdict.style().paint(verdict.sentence(), terminal.colours()));
    }

    private void line(JsonNode trace) {
        JsonNode line = trace.path("line");
        terminal.line(Style.STRONG.paint(InvoiceLines.name(trace, line), terminal.colours()));
        String notes = InvoiceLines.notes(line);
        terminal.line("  " + InvoiceLines.what(line) + ": " + Money.quantity(text(line, "/quantity")) + " "
                + InvoiceLines.unit(line) + " x " + Money.text(line.path("unitPrice")) + " = "
                + Money.text(line.path("amount")) + (notes.isEmpty() ? "" : " (" + notes + ")"));
    }

    private void charge(JsonNode trace) {
        heading("Charge: how the amount came about");
        int step = 0;
        for (JsonNode each : trace.path("charge").path("steps")) {
            String value = text(each, "/value");
            terminal.line("  " + ++step + ". " + text(each, "/text") + (value.isEmpty() ? "" : ": " + value));
        }
        if (step == 0) {
            terminal.line("  There are no steps.");
        }
    }

    private void facts(JsonNode trace) {
        JsonNode facts = trace.path("facts");
        long count = number(facts, "/count");
        heading("Facts: " + count + (count == 1 ? " fact, " : " facts, together ")
                + Verdict.amount(textOr(facts, "/quantity", "0"), text(facts, "/unit")));
        if (count == 0) {
            return;
        }
        Table table = Table.of("  SOURCE", "FROM (UTC)", "TO (UTC)", ">QUANTITY", "NOTE");
        int shown = 0;
        for (JsonNode fact : facts.path("items")) {
            if (shown < FACTS_SHOWN) {
                table.row(
                        "  " + text(fact, "/source"),
                        Times.seconds(text(fact, "/from")),
                        Times.seconds(text(fact, "/to")),
                        Money.quantity(text(fact, "/quantity")),
                        factNote(fact));
                shown++;
            }
        }
        terminal.print(table);
        if (count > shown) {
            terminal.line("  and " + (count - shown) + " more (-o json shows up to 200)");
        }
    }

    private static String factNote(JsonNode fact) {
        List<String> notes = new ArrayList<>();
        String outcome = text(fact, "/outcome");
        if (!outcome.isEmpty()) {
            notes.add(outcome);
        }
        if (flag(fact, "/estimated")) {
            notes.add("estimated");
        }
        return String.join(", ", notes);
    }

    private void secondLayer(JsonNode trace) {
        JsonNode layer = trace.path("secondLayer");
        heading("Second layer: measured independently");
        if (layer.isEmpty()) {
            terminal.line("  Nothing was measured for this line.");
            return;
        }
        Table table =
                Table.of("  SOURCE", "MEASURE", "FROM (UTC)", "TO (UTC)", ">MEASURED", ">FACTS", ">DIFFERENCE", "NOTE");
        for (JsonNode each : layer) {
            boolean scraped = each.has("from");
            table.row(
                    "  " + text(each, "/source"),
                    Verdict.unit(text(each, "/measure")),
                    scraped ? Times.seconds(text(each, "/from")) : "-",
                    scraped ? Times.seconds(text(each, "/to")) : "-",
                    scraped ? Money.quantity(text(each, "/measured")) : "-",
                    scraped ? range(each) : "-",
                    scraped ? signed(text(each, "/difference")) : "-",
                    Verdict.note(text(each, "/note")));
        }
        terminal.print(table);
        uncovered(trace, layer);
    }

    /** How many of the facts that came along lie in none of the windows. */
    private void uncovered(JsonNode trace, JsonNode layer) {
        int all = 0;
        int outside = 0;
        for (JsonNode fact : trace.path("facts").path("items")) {
            all++;
            outside += covered(fact, layer) ? 0 : 1;
        }
        if (outside > 0) {
            terminal.line("  " + outside + " of " + (all == 1 ? "1 fact" : all + " facts")
                    + (flag(trace, "/facts/truncated") ? " shown here" : "")
                    + (outside == 1 ? " lies" : " lie") + " outside what was measured: not covered yet.");
        }
    }

    private static boolean covered(JsonNode fact, JsonNode layer) {
        Optional<Instant> end = Times.parse(text(fact, "/to"));
        for (JsonNode each : layer) {
            Optional<Instant> from = Times.parse(text(each, "/from"));
            Optional<Instant> to = Times.parse(text(each, "/to"));
            if (end.isPresent()
                    && from.isPresent()
                    && to.isPresent()
                    && !end.get().isBefore(from.get())
                    && !end.get().isAfter(to.get())) {
                return true;
            }
        }
        return false;
    }

    static String range(JsonNode comparison) {
        String low = Money.quantity(text(comparison, "/factsLow"));
        String high = Money.quantity(text(comparison, "/factsHigh"));
        return low.equals(high) ? low : low + " to " + high;
    }

    static String signed(String decimal) {
        BigDecimal difference = new BigDecimal(decimal);
        return (difference.signum() > 0 ? "+" : "") + Money.quantity(decimal);
    }

    private static String textOr(JsonNode node, String pointer, String otherwise) {
        String text = text(node, pointer);
        return text.isEmpty() ? otherwise : text;
    }

    private void heading(String text) {
        terminal.line("");
        terminal.line(Style.STRONG.paint(text, terminal.colours()));
    }
}
