package dev.wellfield.cli;

import static dev.wellfield.cli.Kind.column;
import static dev.wellfield.cli.Kind.fields;
import static dev.wellfield.cli.Kind.wide;
import static dev.wellfield.cli.show.Json.flag;
import static dev.wellfield.cli.show.Json.number;
import static dev.wellfield.cli.show.Json.text;

import dev.wellfield.cli.client.ApiPath;
import dev.wellfield.cli.show.Cell;
import dev.wellfield.cli.show.Style;
import dev.wellfield.cli.show.Units;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a pool is made of: pools, nodes, cards and the catalogue of card models. */
final class PoolKinds {
    private PoolKinds() {}

    static Kind pools() {
        return new Kind(
                "pools",
                new Kind.Scope.Everywhere(ApiPath.of("pools"), false),
                Kind::metadataPath,
                List.of(
                        column("NAME", "/metadata/name"),
                        column("CARD MODEL", "/spec/cardModel"),
                        column(">CARDS", "/status/cards"),
                        column(">FREE", (item, now) -> Cell.of(cards(item, "free"))),
                        column(">GUARANTEED", (item, now) -> Cell.of(cards(item, "guaranteed"))),
                        column(">BORROWED", (item, now) -> Cell.of(cards(item, "borrowed"))),
                        column(">FREE MEMORY", (item, now) -> Cell.of(Units.memory(quantity(item, "MEMORY", "free")))),
                        column("NOTE", (item, now) -> simulated(item, "/status/simulated")),
                        wide("DESCRIPTION", "/spec/description")),
                fields(
                        "name=/metadata/name",
                        "cardModel=/spec/cardModel",
                        "cards=/status/cards",
                        "simulated=/status/simulated",
                        "quantities=/status/quantities"));
    }

    private static String cards(JsonNode pool, String which) {
        return Units.milli(quantity(pool, "CARDS", which));
    }

    private static long quantity(JsonNode pool, String dimension, String which) {
        for (JsonNode quantity : pool.path("status").path("quantities")) {
            if (text(quantity, "/dimension").equals(dimension)) {
                return number(quantity, "/" + which);
            }
        }
        return 0;
    }

    static Cell simulated(JsonNode item, String pointer) {
        return flag(item, pointer) ? new Cell("simulated", Style.WAITING) : Cell.of("");
    }

    static Kind nodes() {
        return new Kind(
                "nodes",
                new Kind.Scope.Everywhere(ApiPath.of("nodes"), false),
                Kind::metadataPath,
                List.of(
                        column("NAME", "/metadata/name"),
                        column("REGION", "/spec/region"),
                        column("ZONE", "/spec/zone"),
                        column(
                                ">CARDS",
                                (item, now) ->
                                        Cell.of(item.path("spec").path("cards").size())),
                        column(">CORES", (item, now) -> Cell.of(Units.milli(number(item, "/spec/cpuMilli")))),
                        column(">MEMORY", (item, now) -> Cell.of(Units.memory(number(item, "/spec/memoryMib")))),
                        column("NOTE", (item, now) -> simulated(item, "/spec/simulated")),
                        wide("NVLINK GROUPS", "/spec/nvlinkGroups")),
                fields(
                        "name=/metadata/name",
                        "region=/spec/region",
                        "zone=/spec/zone",
                        "cpuMilli=/spec/cpuMilli",
                        "memoryMib=/spec/memoryMib",
                        "simulated=/spec/simulated"));
    }

    static Kind cards() {
        return new Kind(
                "cards",
                new Kind.Scope.Everywhere(ApiPath.of("cards"), false),
                item -> text(item, "/node") + "/" + text(item, "/index"),
                List.of(
                        column("CARD", (item, now) -> Cell.of(text(item, "/node") + "/" + text(item, "/index"))),
                        column("POOL", "/pool"),
                        column("MODEL", "/model"),
                        column(">MEMORY", (item, now) -> Cell.of(Units.memory(number(item, "/memoryMib")))),
                        column(">FREE", (item, now) -> Cell.of(Units.memory(number(item, "/freeMemoryMib")))),
                        column(
                                ">FREE COMPUTE",
                                (item, now) -> Cell.of(Units.percent(number(item, "/freeComputePermille")))),
                        column("HELD BY", (item, now) -> Cell.of(holders(item))),
                        column("NOTE", (item, now) -> cardNote(item)),
                        wide("REGION", "/region"),
                        wide("ZONE", "/zone"),
                        wide(">NUMA", "/numaNode"),
                        wide("NVLINK PEERS", "/nvlinkPeers"),
                        wide("UUID", "/uuid")),
                fields(
                        "node=/node",
                        "index=/index",
                        "pool=/pool",
                        "model=/model",
                        "memoryMib=/memoryMib",
                        "freeMemoryMib=/freeMemoryMib",
                        "freeComputePermille=/freeComputePermille",
                        "simulated=/simulated",
                        "healthy=/healthy",
                        "holders=/holders"));
    }

    private static Cell cardNote(JsonNode card) {
        return flag(card, "/healthy") ? simulated(card, "/simulated") : new Cell("unhealthy", Style.BAD);
    }

    private static String holders(JsonNode card) {
        List<String> holders = new ArrayList<>();
        for (JsonNode holder : card.path("holders")) {
            String who = flag(holder, "/others")
                    ? "other tenants"
                    : text(holder, "/tenant") + "/" + text(holder, "/workload");
            String profile = text(holder, "/migProfile");
            String what = profile.isEmpty() ? Units.memory(number(holder, "/memoryMib")) : profile;
            holders.add(who + " (" + what + (flag(holder, "/borrowed") ? ", borrowed)" : ")"));
        }
        return String.join(", ", holders);
    }

    static Kind cardModels() {
        return new Kind(
                "card-models",
                new Kind.Scope.Everywhere(ApiPath.of("card-models"), false),
                item -> text(item, "/name"),
                List.of(
                        column("NAME", "/name"),
                        column("VENDOR", "/vendor"),
                        column(">MEMORY", (item, now) -> Cell.of(Units.memory(number(item, "/memoryMib")))),
                        column(">BANDWIDTH", (item, now) -> Cell.of(Units.bandwidth(number(item, "/bandwidthMbps")))),
                        column("MIG PROFILES", (item, now) -> Cell.of(profiles(item)))),
                fields(
                        "name=/name",
                        "vendor=/vendor",
                        "memoryMib=/memoryMib",
                        "bandwidthMbps=/bandwidthMbps",
                        "computeSlices=/computeSlices",
                        "migProfiles=/migProfiles"));
    }

    private static String profiles(JsonNode model) {
        List<String> names = new ArrayList<>();
        model.path("migProfiles").forEach(it -> names.add(text(it, "/name")));
        return String.join(" ", names);
    }
}
