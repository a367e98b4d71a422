package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.Kind.wide;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Money;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What things cost and what is reserved. */
final class MoneyKinds {
    /** As on invoices: 8,760 / 12. */
    private static final BigDecimal HOURS_A_MONTH = BigDecimal.valueOf(730);

    private MoneyKinds() {}

    static Kind subscriptions() {
        return new Kind(
                "subscriptions",
                new Kind.Scope.Everywhere(ApiPath.of("subscriptions"), false),
                Kind::metadataPath,
                List.of(
                        column("SUBSCRIPTION", (item, now) -> Cell.of(Kind.metadataPath(item))),
                        column("CARD MODEL", "/spec/cardModel"),
                        column(">CARDS", "/spec/units"),
                        column("TERM", "/spec/term"),
                        column("FIRST DAY", "/spec/startsOn"),
                        column("LAST DAY", (item, now) -> lastDay(item)),
                        wide(">VERSION", "/metadata/version")),
                fields(
                        "tenant=/metadata/tenant",
                        "name=/metadata/name",
                        "cardModel=/spec/cardModel",
                        "units=/spec/units",
                        "term=/spec/term",
                        "startsOn=/spec/startsOn",
                        "endsOn=/spec/endsOn"));
    }

    private static Cell lastDay(JsonNode subscription) {
        String endsOn = text(subscription, "/spec/endsOn");
        return endsOn.isEmpty()
                ? Cell.faint("goes on")
                : Cell.of(LocalDate.parse(endsOn).minusDays(1).toString());
    }

    /** A row a price. */
    static Kind prices() {
        return new Kind(
                        "prices",
                        new Kind.Scope.Everywhere(ApiPath.of("price-books"), false),
                        Kind::metadataPath,
                        List.of(
                                column("PRICE BOOK", "/priceBook"),
                                column("FOR", "/for"),
                                column("UNIT", (item, now) -> Cell.of(unit(text(item, "/unit")))),
                                column(">PRICE", (item, now) -> Cell.of(money(item, price(item)))),
                                column(">AN HOUR", (item, now) -> Cell.of(anHour(item, 1000))),
                                column(
                                        ">SPOT, AN HOUR",
                                        (item, now) -> Cell.of(anHour(item, number(item, "/spotPermille")))),
                                column("LESS", (item, now) -> new Cell(discounts(item), Style.PLAIN))),
                        fields(
                                "priceBook=/priceBook",
                                "currency=/currency",
                                "for=/for",
                                "unit=/unit",
                                "price=/price",
                                "quarterDiscountPermille=/quarterDiscountPermille",
                                "yearDiscountPermille=/yearDiscountPermille",
                                "loyaltyPerUnit=/loyaltyPerUnit",
                                "spotPermille=/spotPermille"))
                .withRows(MoneyKinds::rows);
    }

    private static List<JsonNode> rows(JsonNode book) {
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode card : book.path("spec").path("cards")) {
            ObjectNode row = row(book, text(card, "/model"), "CARD_MONTH", text(card, "/perMonth"));
            row.put("quarterDiscountPermille", number(card, "/quarterDiscountPermille"));
            row.put("yearDiscountPermille", number(card, "/yearDiscountPermille"));
            row.put("loyaltyPerUnit", card.has("loyaltyPerUnit") ? text(card, "/loyaltyPerUnit") : "0");
            row.put("spotPermille", card.has("spotPermille") ? number(card, "/spotPermille") : 1000);
            rows.add(row);
        }
        for (JsonNode model : book.path("spec").path("tokens")) {
            String name = text(model, "/model");
            rows.add(row(book, "input to " + name, "MILLION_TOKENS", text(model, "/inputPerMillion")));
            rows.add(row(book, "output of " + name, "MILLION_TOKENS", text(model, "/outputPerMillion")));
        }
        String unlimited = text(book, "/spec/unlimitedTokensPerMonth");
        if (!unlimited.isEmpty()) {
            rows.add(row(book, "unlimited tokens", "MONTH", unlimited));
        }
        return rows;
    }

    private static ObjectNode row(JsonNode book, String what, String unit, String price) {
        return Json.object()
                .put("priceBook", text(book, "/metadata/name"))
                .put("currency", text(book, "/spec/currency"))
                .put("for", what)
                .put("unit", unit)
                .put("price", price);
    }

    private static String unit(String unit) {
        return switch (unit) {
            case "CARD_MONTH" -> "card-month";
            case "MILLION_TOKENS" -> "million tokens";
            default -> "month";
        };
    }

    private static BigDecimal price(JsonNode row) {
        return new BigDecimal(text(row, "/price"));
    }

    private static String money(JsonNode row, BigDecimal amount) {
        return text(row, "/currency") + " " + Money.amount(amount.toPlainString());
    }

    /** Of a card; empty for what isn't sold by the hour. */
    private static String anHour(JsonNode row, long permille) {
        return text(row, "/unit").equals("CARD_MONTH")
                ? money(
                        row,
                        price(row)
                                .multiply(BigDecimal.valueOf(permille, 3))
                                .divide(HOURS_A_MONTH, MathContext.DECIMAL64))
                : "";
    }

    private static String discounts(JsonNode row) {
        List<String> discounts = new ArrayList<>();
        long quarter = number(row, "/quarterDiscountPermille");
        long year = number(row, "/yearDiscountPermille");
        if (quarter > 0) {
            discounts.add(Units.percent(quarter) + " for a quarter's term");
        }
        if (year > 0) {
            discounts.add(Units.percent(year) + " for a year's term");
        }
        String loyalty = text(row, "/loyaltyPerUnit");
        if (!loyalty.isEmpty() && new BigDecimal(loyalty).signum() > 0) {
            discounts.add(money(row, new BigDecimal(loyalty)) + " each further card");
        }
        return String.join(", ", discounts);
    }
}
