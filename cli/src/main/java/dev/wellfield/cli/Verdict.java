package dev.wellfield.cli;

import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Money;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Times;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What a proof comes to, in words. */
record Verdict(String sentence, Style style) {
    static Verdict of(JsonNode trace) {
        List<JsonNode> layer = new ArrayList<>();
        trace.path("secondLayer").forEach(layer::add);
        return switch (text(trace, "/verdict")) {
            case "AGREES" -> new Verdict(agrees(trace, layer), Style.GOOD);
            case "DISAGREES" -> new Verdict(disagrees(layer), Style.BAD);
            case "UNPROVED" -> new Verdict("not proved: " + unproved(layer), Style.WAITING);
            default -> new Verdict(text(trace, "/verdict"), Style.WAITING);
        };
    }

    private static String agrees(JsonNode trace, List<JsonNode> layer) {
        if (layer.isEmpty()) {
            return Json.number(trace, "/facts/count") == 0
                    ? "agrees: a flat price, with no usage to measure."
                    : "agrees: a flat price, which doesn't depend on usage.";
        }
        return "agrees: "
                + (layer.size() == 1 ? agreement(layer.getFirst()) : "all " + together(layer) + ", as the facts say")
                + ".";
    }

    private static String together(List<JsonNode> layer) {
        BigDecimal measured = layer.stream()
                .map(it -> new BigDecimal(text(it, "/measured")))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return layer.size() + " sources together measured "
                + amount(measured.toPlainString(), text(layer.getFirst(), "/measure"));
    }

    /** An engine's counters count for all who call it, and so do the facts that they are held against. */
    private static String agreement(JsonNode each) {
        String measure = text(each, "/measure");
        String whose = measure.equals("CARD_SECONDS") ? " measured " : " counted for all its callers ";
        return text(each, "/source") + whose + amount(text(each, "/measured"), measure) + window(each)
                + ", and the facts say " + TraceReport.range(each);
    }

    private static String window(JsonNode each) {
        return each.has("from")
                ? " from " + Times.seconds(text(each, "/from")) + " to " + Times.seconds(text(each, "/to"))
                : "";
    }

    private static String disagrees(List<JsonNode> layer) {
        List<JsonNode> wrong =
                layer.stream().filter(it -> !Json.flag(it, "/agrees")).toList();
        BigDecimal sum = wrong.stream()
                .map(it -> new BigDecimal(text(it, "/difference")))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        String unit = wrong.isEmpty() ? "" : " " + unit(text(wrong.getFirst(), "/measure"));
        String sources = wrong.stream().map(it -> text(it, "/source")).collect(Collectors.joining("; "));
        String more = sum.signum() > 0 ? "more" : "less";
        return "disagrees by " + TraceReport.signed(sum.toPlainString()) + unit + ": that much " + more
                + " was measured than the facts say, at " + sources + ".";
    }

    private static String unproved(List<JsonNode> layer) {
        if (layer.isEmpty()) {
            return "nothing was measured for its facts.";
        }
        return layer.stream()
                        .filter(it -> !it.has("from") || text(it, "/note").equals("NOT_SCRAPED"))
                        .map(it -> text(it, "/source") + ": " + missing(it))
                        .collect(Collectors.joining("; "))
                + ".";
    }

    private static String missing(JsonNode each) {
        if (each.has("from")) {
            return "its counters were read" + window(each) + ", which doesn't cover all facts yet";
        }
        return text(each, "/note").equals("NOT_SCRAPED")
                ? "no counters were read in this window"
                : note(text(each, "/note"));
    }

    /** With its unit, e.g. {@code 1 token}. */
    static String amount(String quantity, String unit) {
        String shown = Money.quantity(quantity);
        String units = unit(unit);
        return shown + " " + (shown.equals("1") ? units.replaceFirst("s$", "") : units);
    }

    static String unit(String code) {
        return switch (code) {
            case "CARD_SECOND", "CARD_SECONDS" -> "card-seconds";
            case "TOKEN" -> "tokens";
            case "PROMPT_TOKENS" -> "prompt tokens";
            case "COMPLETION_TOKENS" -> "completion tokens";
            default -> code;
        };
    }

    static String note(String code) {
        return switch (code) {
            case "OPEN_REQUESTS" -> "requests were open at an end of the window";
            case "ABORTED_REQUESTS" -> "aborted requests count within a range";
            case "NOT_SCRAPED" -> "counters were not read for all of it";
            case "NO_RECORD" -> "the process left no record";
            case "INFERRED_END" -> "the process's end was not seen";
            default -> code;
        };
    }
}
