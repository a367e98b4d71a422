package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.and;
import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.Kind.wide;
import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Times;
import dev.wellfield.cli.show.Units;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What is watched: alerts, whom they are told, and the use of cards, quotas and engines now. */
final class WatchKinds {
    private WatchKinds() {}

    static Kind alerts() {
        return new Kind(
                "alerts",
                new Kind.Scope.Everywhere(ApiPath.of("alerts"), true),
                item -> text(item, "/name"),
                List.of(
                        column("ALERT", "/name"),
                        column("STATE", (item, now) -> state(text(item, "/state"))),
                        column("SEVERITY", (item, now) -> severity(text(item, "/severity"))),
                        column(">SINCE", (item, now) -> Cell.of(Times.age(text(item, "/since"), now))),
                        column("SEEN BY", "/acknowledgedBy"),
                        column("NOTE", (item, now) -> PoolKinds.simulated(item, "/signal/simulated")),
                        column("WHAT", (item, now) -> Cell.of(WatchSentences.of(item))),
                        wide("FIRED AT (UTC)", (item, now) -> Cell.of(Times.seconds(text(item, "/firedAt")))),
                        wide("RESOLVED AT (UTC)", (item, now) -> Cell.of(Times.seconds(text(item, "/resolvedAt"))))),
                fields(
                        "name=/name",
                        "id=/id",
                        "rule=/rule",
                        "severity=/severity",
                        "state=/state",
                        "tenant=/tenant",
                        "value=/value",
                        "threshold=/threshold",
                        "since=/since",
                        "firedAt=/firedAt",
                        "resolvedAt=/resolvedAt",
                        "acknowledgedBy=/acknowledgedBy",
                        "acknowledgedAt=/acknowledgedAt",
                        "acknowledgedNote=/acknowledgedNote"));
    }

    private static Cell state(String state) {
        return new Cell(
                state,
                switch (state) {
                    case "FIRING" -> Style.BAD;
                    case "PENDING" -> Style.WAITING;
                    default -> Style.FAINT;
                });
    }

    private static Cell severity(String severity) {
        return new Cell(severity, severity.equals("CRITICAL") ? Style.BAD : Style.WAITING);
    }

    static Kind webhooks() {
        return new Kind(
                "webhooks",
                new Kind.Scope.Everywhere(ApiPath.of("webhooks"), false),
                Kind::metadataPath,
                List.of(
                        column("WEBHOOK", "/metadata/name"),
                        column("ADDRESS", "/spec/url"),
                        column(
                                "TELLS OF",
                                (item, now) ->
                                        Cell.of(Kind.words(item.path("spec").path("events"), ", "))),
                        column("STATE", (item, now) -> active(item)),
                        column(">TO SEND", "/status/pending"),
                        column(">DELIVERED", "/status/delivered"),
                        column(">GIVEN UP", "/status/failed"),
                        column(">LAST", (item, now) -> Cell.of(Times.age(text(item, "/status/deliveredAt"), now))),
                        column("FAILURE", "/status/failure")),
                fields(
                        "name=/metadata/name",
                        "url=/spec/url",
                        "events=/spec/events",
                        "active=/spec/active",
                        "pending=/status/pending",
                        "delivered=/status/delivered",
                        "failed=/status/failed",
                        "deliveredAt=/status/deliveredAt",
                        "failure=/status/failure"));
    }

    private static Cell active(JsonNode webhook) {
        return webhook.path("spec").path("active").asBoolean(true)
                ? new Cell("active", Style.GOOD)
                : new Cell("off", Style.FAINT);
    }

    /** Cards with what is used and free of each now. */
    static Kind topCards() {
        return new Kind(
                "cards",
                new Kind.Scope.Everywhere(ApiPath.of("cards"), false),
                item -> text(item, "/node") + "/" + text(item, "/index"),
                List.of(
                        column("CARD", (item, now) -> Cell.of(text(item, "/node") + "/" + text(item, "/index"))),
                        column("POOL", "/pool"),
                        column(">MEMORY USED", (item, now) -> Cell.of(Units.memory(usedMemory(item)))),
                        column(">FREE", (item, now) -> Cell.of(Units.memory(number(item, "/freeMemoryMib")))),
                        column(
                                ">COMPUTE USED",
                                (item, now) -> Cell.of(Units.percent(1000 - number(item, "/freeComputePermille")))),
                        column(">FREE", (item, now) -> Cell.of(Units.percent(number(item, "/freeComputePermille")))),
                        column("NOTE", (item, now) -> PoolKinds.cardNote(item))),
                and(
                        fields(
                                "node=/node",
                                "index=/index",
                                "pool=/pool",
                                "memoryMib=/memoryMib",
                                "freeMemoryMib=/freeMemoryMib",
                                "freeComputePermille=/freeComputePermille",
                                "healthy=/healthy",
                                "simulated=/simulated"),
                        "usedMemoryMib",
                        item -> Long.toString(usedMemory(item))));
    }

    private static long usedMemory(JsonNode card) {
        return number(card, "/memoryMib") - number(card, "/freeMemoryMib");
    }

    /** Quotas with what is used and free of each now. */
    static Kind topTenants() {
        return new Kind(
                "tenants with quotas",
                new Kind.Scope.Everywhere(ApiPath.of("signals").with("kind", "QUOTA"), false),
                item -> text(item, "/name"),
                List.of(
                        column("TENANT", "/signal/tenant"),
                        column("POOL", "/signal/pool"),
                        column("DIMENSION", "/signal/dimension"),
                        column(">USED", (item, now) -> amount(item, number(item, "/signal/used"))),
                        column(">OF", (item, now) -> amount(item, number(item, "/signal/limit"))),
                        column(
                                "",
                                (item, now) -> Cell.faint(
                                        text(item, "/signal/limitKind").equals("GUARANTEE")
                                                ? "guaranteed"
                                                : "at most")),
                        column(
                                ">FREE",
                                (item, now) -> amount(
                                        item,
                                        Math.max(0, number(item, "/signal/limit") - number(item, "/signal/used")))),
                        column(">USED, PERCENT", (item, now) -> used(number(item, "/signal/usedPermille")))),
                fields(
                        "tenant=/signal/tenant",
                        "pool=/signal/pool",
                        "dimension=/signal/dimension",
                        "used=/signal/used",
                        "limit=/signal/limit",
                        "limitKind=/signal/limitKind",
                        "usedPermille=/signal/usedPermille",
                        "at=/at"));
    }

    private static Cell amount(JsonNode item, long amount) {
        return Cell.of(WatchSentences.amount(item.path("signal"), amount));
    }

    private static Cell used(long permille) {
        return new Cell(WatchSentences.percent(permille), permille > 800 ? Style.WAITING : Style.PLAIN);
    }

    /** Engines with how they are now. */
    static Kind topEngines() {
        return new Kind(
                "engines",
                new Kind.Scope.Everywhere(ApiPath.of("signals").with("kind", "ENGINE"), false),
                item -> text(item, "/signal/tenant") + "/" + text(item, "/signal/workload"),
                List.of(
                        column(
                                "ENGINE",
                                (item, now) ->
                                        Cell.of(text(item, "/signal/tenant") + "/" + text(item, "/signal/workload"))),
                        column("MODEL", "/signal/model"),
                        column("STATE", (item, now) -> life(text(item, "/signal/life"))),
                        column(
                                ">NO ANSWER FOR",
                                (item, now) -> Cell.of(WatchSentences.duration(number(item, "/signal/silentSeconds")))),
                        column(
                                "NOTE",
                                (item, now) -> flag(item, "/signal/simulated")
                                        ? new Cell("simulated", Style.WAITING)
                                        : Cell.of(""))),
                fields(
                        "tenant=/signal/tenant",
                        "workload=/signal/workload",
                        "model=/signal/model",
                        "life=/signal/life",
                        "silentSeconds=/signal/silentSeconds",
                        "simulated=/signal/simulated",
                        "at=/at"));
    }

    private static Cell life(String life) {
        return switch (life) {
            case "READY" -> new Cell("ready", Style.GOOD);
            case "LOADING" -> new Cell("loading", Style.WAITING);
            case "SILENT" -> new Cell("doesn't answer", Style.BAD);
            case "GONE" -> new Cell("gone", Style.BAD);
            default -> Cell.of(life);
        };
    }
}
