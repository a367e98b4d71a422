package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Money;
import dev.wellfield.cli.show.Style;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The two tables of usage. */
final class UsageKinds {
    private static final BigDecimal SECONDS_AN_HOUR = BigDecimal.valueOf(3600);
    private static final int HOURS_DIGITS = 3;

    private UsageKinds() {}

    static Kind cards() {
        return new Kind(
                "card time",
                new Kind.Scope.Everywhere(ApiPath.of("usage", "cards"), false),
                item -> text(item, "/tenant") + "/" + text(item, "/workload"),
                List.of(
                        column(
                                "WORKLOAD",
                                (item, now) -> Cell.of(text(item, "/tenant") + "/" + text(item, "/workload"))),
                        column("CARD MODEL", "/cardModel"),
                        column("PLAN", "/plan"),
                        column(">CARD-SECONDS", (item, now) -> Cell.of(Money.quantity(text(item, "/cardSeconds")))),
                        column(">CARD-HOURS", (item, now) -> Cell.of(hours(text(item, "/cardSeconds")))),
                        column("NOTE", (item, now) -> note(flag(item, "/running"), 0, item))),
                fields(
                        "tenant=/tenant",
                        "workload=/workload",
                        "cardModel=/cardModel",
                        "plan=/plan",
                        "cardSeconds=/cardSeconds",
                        "running=/running",
                        "simulated=/simulated"));
    }

    static String hours(String seconds) {
        return new BigDecimal(seconds)
                .divide(SECONDS_AN_HOUR, HOURS_DIGITS, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    static Kind tokens() {
        return new Kind(
                "tokens",
                new Kind.Scope.Everywhere(ApiPath.of("usage", "tokens"), false),
                item -> text(item, "/tenant") + "/" + text(item, "/key"),
                List.of(
                        column("KEY", (item, now) -> Cell.of(text(item, "/tenant") + "/" + text(item, "/key"))),
                        column("MODEL", "/model"),
                        column("OWNER", "/modelOwner"),
                        column(">REQUESTS", "/requests"),
                        column(">PROMPT", "/promptTokens"),
                        column(">CACHED", "/cachedTokens"),
                        column(">COMPLETION", "/completionTokens"),
                        column("NOTE", (item, now) -> note(false, number(item, "/estimatedRequests"), item))),
                fields(
                        "tenant=/tenant",
                        "key=/key",
                        "model=/model",
                        "modelOwner=/modelOwner",
                        "requests=/requests",
                        "promptTokens=/promptTokens",
                        "cachedTokens=/cachedTokens",
                        "completionTokens=/completionTokens",
                        "estimatedRequests=/estimatedRequests",
                        "simulated=/simulated"));
    }

    private static Cell note(boolean running, long estimated, JsonNode item) {
        List<String> notes = new ArrayList<>();
        if (running) {
            notes.add("still running");
        }
        if (estimated > 0) {
            notes.add(estimated + " estimated");
        }
        if (flag(item, "/simulated")) {
            notes.add("simulated");
        }
        return new Cell(String.join(", ", notes), Style.WAITING);
    }
}
