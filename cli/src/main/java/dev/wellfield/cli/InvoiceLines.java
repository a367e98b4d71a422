package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Money;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Lines of an invoice in words. What a newer server adds is shown by its code. */
final class InvoiceLines {
    private InvoiceLines() {}

    /** What {@code invoice trace} takes, e.g. {@code training/2026-12/reserved-three-cards}. */
    static String name(JsonNode preview, JsonNode line) {
        return Json.text(preview, "/tenant") + "/" + Json.text(preview, "/month") + "/" + Json.text(line, "/line");
    }

    static String what(JsonNode line) {
        String cards = Json.text(line, "/cardModel");
        String model = Json.text(line, "/model");
        return switch (Json.text(line, "/item")) {
            case "RESERVED_CARDS" -> "reserved " + cards;
            case "CARD_HOURS" -> "time on " + cards;
            case "SPOT_CARD_HOURS" -> "spot time on " + cards;
            case "UNLIMITED_TOKENS" -> "unlimited tokens";
            case "INPUT_TOKENS" -> "input to " + model;
            case "OUTPUT_TOKENS" -> "output of " + model;
            default -> Json.text(line, "/item");
        };
    }

    static String unit(JsonNode line) {
        String plural = Money.quantity(Json.text(line, "/quantity")).equals("1") ? "" : "s";
        return switch (Json.text(line, "/unit")) {
            case "CARD_MONTH" -> "card-month" + plural;
            case "CARD_HOUR" -> "card-hour" + plural;
            case "MONTH" -> "month";
            case "MILLION_TOKENS" -> "million tokens";
            default -> Json.text(line, "/unit");
        };
    }

    static String notes(JsonNode line) {
        List<String> notes = new ArrayList<>();
        for (JsonNode note : line.path("notes")) {
            notes.add(
                    switch (note.asString("")) {
                        case "OWN_MODEL" -> "own model";
                        case "COVERED_BY_RESERVATION" -> "covered by the reservation";
                        case "COVERED_BY_UNLIMITED" -> "covered by the unlimited plan";
                        case "NO_PRICE" -> "no price in the price book";
                        default -> note.asString("");
                    });
        }
        if (Json.flag(line, "/capped")) {
            notes.add("capped at the month price");
        }
        if (Json.flag(line, "/estimated")) {
            notes.add("partly estimated");
        }
        if (Json.flag(line, "/simulated")) {
            notes.add("simulated");
        }
        return String.join(", ", notes);
    }

    static String codes(JsonNode line) {
        List<String> codes = new ArrayList<>();
        line.path("notes").forEach(it -> codes.add(it.asString("")));
        return String.join(" ", codes);
    }
}
