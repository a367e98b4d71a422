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
import dev.wellfield.cli.show.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                                column(
                                        ">FREE DEVICE MEMORY",
                                        (item, now) -> Cell.of(Units.memory(quantity(item, "MEMORY", "free")))),
                                column("NOTE", (item, now) -> simulated(item, "/status/simulated")),
                                wide("DESCRIPTION", "/spec/description")),
                        fields(
                                "name=/name",
                                "cardModel=/cardModel",
                                "cards=/cards",
                                "simulated=/simulated",
                                "dimension=/dimension",
                                "capacity=/capacity",
                                "allocated=/allocated",
                                "guaranteed=/guaranteed",
                                "borrowed=/borrowed",
                                "free=/free"))
                .withRecords(pool -> Kind.spread(
                        pool,
                        pool.path("status").path("quantities"),
                        Map.of(
                                "name", "/metadata/name",
                                "cardModel", "/spec/cardModel",
                                "cards", "/status/cards",
                                "simulated", "/status/simulated")));
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
                        column(">HOST MEMORY", (item, now) -> Cell.of(Units.memory(number(item, "/spec/memoryMib")))),
                        column("NOTE", (item, now) -> simulated(item, "/spec/simulated")),
                        wide("NVLINK GROUPS", (item, now) -> Cell.of(groups(item)))),
                fields(
                        "name=/metadata/name",
                        "region=/spec/region",
                        "zone=/spec/zone",
                        "cpuMilli=/spec/cpuMilli",
                        "memoryMib=/spec/memoryMib",
                        "simulated=/spec/simulated"));
    }

    private static String groups(JsonNode node) {
        List<String> groups = new ArrayList<>();
        node.path("spec").path("nvlinkGroups").forEach(it -> groups.add(ranges(it)));
        return String.join(" ", groups);
    }

    private static String ranges(JsonNode numbers) {
        List<Integer> cards = new ArrayList<>();
        numbers.forEach(it -> cards.add(it.asInt()));
        return Where.ranges(cards);
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
                        column(">DEVICE MEMORY", (item, now) -> Cell.of(Units.memory(number(item, "/memoryMib")))),
                        column(">FREE", (item, now) -> Cell.of(Units.memory(number(item, "/freeMemoryMib")))),
                        column(
                                ">FREE COMPUTE",
                                (item, now) -> Cell.of(Units.percent(number(item, "/freeComputePermille")))),
                        column("HELD BY", (item, now) -> Cell.of(holders(item))),
                        column("NOTE", (item, now) -> cardNote(item)),
                        wide("REGION", "/region"),
                        wide("ZONE", "/zone"),
                        wide(">NUMA", "/numaNode"),
                        wide("NVLINK PEERS", (item, now) -> Cell.of(ranges(item.path("nvlinkPeers")))),
                        wide("UUID", "/uuid")),
                and(
                        fields(
                                "node=/node",
                                "index=/index",
                                "pool=/pool",
                                "model=/model",
                                "memoryMib=/memoryMib",
                                "freeMemoryMib=/freeMemoryMib",
                                "freeComputePermille=/freeComputePermille",
                                "simulated=/simulated",
                                "healthy=/healthy"),
                        "holders",
                        PoolKinds::holderNames));
    }

    /** With blanks between them. */
    private static String holderNames(JsonNode card) {
        List<String> names = new ArrayList<>();
        card.path("holders").forEach(it -> names.add(holder(it)));
        return String.join(" ", names);
    }

    private static String holder(JsonNode holder) {
        return flag(holder, "/others") ? "others" : text(holder, "/tenant") + "/" + text(holder, "/workload");
    }

    static Cell cardNote(JsonNode card) {
        return flag(card, "/healthy") ? simulated(card, "/simulated") : new Cell("unhealthy", Style.BAD);
    }

    private static String holders(JsonNode card) {
        List<String> holders = new ArrayList<>();
        for (JsonNode holder : card.path("holders")) {
            String who = flag(holder, "/others") ? "other tenants" : holder(holder);
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
                        column(">DEVICE MEMORY", (item, now) -> Cell.of(Units.memory(number(item, "/memoryMib")))),
                        column(">BANDWIDTH", (item, now) -> Cell.of(Units.bandwidth(number(item, "/bandwidthMbps")))),
                        column("MIG PROFILES", (item, now) -> Cell.of(profiles(item)))),
                and(
                        fields(
                                "name=/name",
                                "vendor=/vendor",
                                "memoryMib=/memoryMib",
                                "bandwidthMbps=/bandwidthMbps",
                                "computeSlices=/computeSlices"),
                        "migProfiles",
                        PoolKinds::profiles));
    }

    private static String profiles(JsonNode model) {
        List<String> names = new ArrayList<>();
        model.path("migProfiles").forEach(it -> names.add(text(it, "/name")));
        return String.join(" ", names);
    }
}
