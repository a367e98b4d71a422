package dev.wellfield.store;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Nodes as JSON. */
final class NodeSpecs {
    private NodeSpecs() {}

    static Node node(Stored stored, List<DeclaredResources.CardRow> rows, boolean limiterLoaded) {
        JsonNode spec = stored.spec();
        boolean simulated = spec.path("simulated").asBoolean(false);
        Map<Integer, Integer> numaNodes = new HashMap<>();
        spec.get("cards")
                .forEach(card -> numaNodes.put(
                        card.get("index").asInt(), card.path("numaNode").asInt(0)));
        List<Card> cards = new ArrayList<>();
        for (DeclaredResources.CardRow row : rows) {
            cards.add(new Card(
                    row.id(),
                    row.index(),
                    row.pool(),
                    Catalogue.find(row.cardModel()).orElseThrow(),
                    row.uuid(),
                    numaNodes.getOrDefault(row.index(), 0),
                    row.healthy()));
        }
        return new Node(
                stored.id(),
                stored.name(),
                spec.get("region").asString(),
                spec.get("zone").asString(),
                simulated,
                limiterLoaded && !simulated,
                spec.get("cpuMilli").asLong(),
                spec.get("memoryMib").asLong(),
                cards,
                Json.list(spec.path("nvlinkGroups"), group -> new HashSet<>(Json.list(group, JsonNode::asInt))));
    }
}
