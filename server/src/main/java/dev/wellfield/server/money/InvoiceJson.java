package dev.wellfield.server.money;

import dev.wellfield.core.billing.InvoiceLine;
import dev.wellfield.core.billing.InvoicePreview;
import dev.wellfield.core.billing.Money;
import dev.wellfield.store.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Previews and lines as the contract has them. */
final class InvoiceJson {
    /** Digits after the point of quantities and unit prices: more than any amount depends on. */
    private static final int SCALE = 12;

    private InvoiceJson() {}

    static ObjectNode of(InvoicePreview preview) {
        ObjectNode json = Json.object()
                .put("tenant", preview.tenant())
                .put("month", preview.month().toString())
                .put("zone", preview.zone().getId())
                .put("from", preview.window().from().toString())
                .put("to", preview.window().to().toString())
                .put("asOf", preview.asOf().toString())
                .put("currency", preview.total().currency().getCurrencyCode())
                .put("priceBook", preview.priceBook());
        ArrayNode lines = json.putArray("lines");
        preview.lines().forEach(line -> lines.add(of(line)));
        json.set("total", money(preview.total()));
        return json;
    }

    static ObjectNode of(String month, List<InvoicePreview> previews) {
        ObjectNode json = Json.object().put("month", month);
        ArrayNode items = json.putArray("items");
        Map<String, Money> totals = new TreeMap<>();
        for (InvoicePreview preview : previews) {
            items.add(of(preview));
            totals.merge(preview.total().currency().getCurrencyCode(), preview.total(), Money::plus);
        }
        ArrayNode sums = json.putArray("totals");
        totals.values().forEach(total -> sums.add(money(total)));
        return json;
    }

    /** A month in short. */
    static ObjectNode month(InvoicePreview preview) {
        Money list = preview.lines().stream()
                .map(InvoiceLine::listAmount)
                .reduce(Money.zero(preview.total().currency()).rounded(), Money::plus);
        ObjectNode json = Json.object()
                .put("month", preview.month().toString())
                .put("lines", preview.lines().size());
        json.set("listTotal", money(list));
        json.set("total", money(preview.total()));
        return json;
    }

    static ObjectNode of(InvoiceLine line) {
        ObjectNode json = Json.object()
                .put("line", line.key())
                .put("item", line.item().name())
                .put("quantity", plain(line.quantity()))
                .put("unit", line.unit().name());
        if (line.subject() != null) {
            json.put(aboutCards(line) ? "cardModel" : "model", line.subject());
        }
        json.set("unitPrice", money(line.unitPrice()));
        json.set("amount", money(line.amount()));
        json.set("listAmount", money(line.listAmount()));
        json.put("capped", line.capped()).put("estimated", line.estimated()).put("simulated", line.simulated());
        ArrayNode notes = json.putArray("notes");
        line.notes().forEach(note -> notes.add(note.name()));
        return json;
    }

    static boolean aboutCards(InvoiceLine line) {
        return switch (line.item()) {
            case RESERVED_CARDS, CARD_HOURS, SPOT_CARD_HOURS -> true;
            case UNLIMITED_TOKENS, INPUT_TOKENS, OUTPUT_TOKENS -> false;
        };
    }

    static ObjectNode money(Money money) {
        return Json.object()
                .put("amount", plain(money.amount()))
                .put("currency", money.currency().getCurrencyCode());
    }

    static String plain(BigDecimal value) {
        if (value.scale() <= SCALE) {
            return (value.scale() < 0 ? value.setScale(0) : value).toPlainString();
        }
        BigDecimal shorter = value.setScale(SCALE, RoundingMode.HALF_EVEN).stripTrailingZeros();
        return (shorter.scale() < 0 ? shorter.setScale(0) : shorter).toPlainString();
    }
}
