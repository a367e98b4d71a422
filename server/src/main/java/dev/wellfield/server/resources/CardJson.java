package dev.wellfield.server.resources;

import dev.wellfield.core.pool.Card;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Node;
import dev.wellfield.core.pool.Share;
import dev.wellfield.core.scheduling.CardView;
import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.store.Allocations;
import dev.wellfield.store.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Cards with who holds what of them; what a caller may not see is summed. */
final class CardJson {
    private CardJson() {}

    static ObjectNode model(CardModel model) {
        ObjectNode json = Json.object()
                .put("name", model.name())
                .put("vendor", model.vendor())
                .put("memoryMib", model.memoryMib())
                .put("bandwidthMbps", model.bandwidthMbps())
                .put("computeSlices", model.computeSlices());
        ArrayNode profiles = json.putArray("migProfiles");
        model.migProfiles()
                .forEach(profile -> profiles.addObject()
                        .put("name", profile.name())
                        .put("memoryMib", profile.memoryMib())
                        .put("computeSlices", profile.computeSlices())
                        .put("maxInstances", profile.maxInstances()));
        return json;
    }

    static ObjectNode of(Node node, Card card, List<Allocations.Row> held, Visible visible) {
        ObjectNode json = Json.object()
                .put("node", node.name())
                .put("region", node.region())
                .put("zone", node.zone())
                .put("index", card.index())
                .put("pool", card.pool())
                .put("model", card.model().name())
                .put("memoryMib", card.model().memoryMib())
                .put("numaNode", card.numaNode())
                .put("simulated", node.simulated())
                .put("healthy", card.healthy());
        if (card.uuid() != null) {
            json.put("uuid", card.uuid());
        }
        ArrayNode peers = json.putArray("nvlinkPeers");
        node.nvlinkGroups().stream()
                .filter(group -> group.contains(card.index()))
                .flatMap(Collection::stream)
                .filter(index -> index != card.index())
                .distinct()
                .sorted()
                .forEach(peers::add);
        List<Share> shares = new ArrayList<>();
        long othersMib = 0;
        int othersPermille = 0;
        ArrayNode holders = json.putArray("holders");
        for (Allocations.Row row : held) {
            for (Share share : row.allocation().shares()) {
                if (row.allocation().node().equals(node.name()) && share.card() == card.index()) {
                    shares.add(share);
                    if (visible.shows(row.allocation().tenant())) {
                        holders.add(holder(row, share));
                    } else {
                        othersMib += share.memoryMib();
                        othersPermille += share.computePermille();
                    }
                }
            }
        }
        if (othersMib > 0) {
            holders.addObject()
                    .put("memoryMib", othersMib)
                    .put("computePermille", othersPermille)
                    .put("borrowed", false)
                    .put("others", true);
        }
        CardView view = new CardView(card, shares);
        return json.put("freeMemoryMib", view.freeMemoryMib()).put("freeComputePermille", view.freeComputePermille());
    }

    private static ObjectNode holder(Allocations.Row row, Share share) {
        ObjectNode json = Json.object()
                .put("tenant", row.allocation().tenant())
                .put("workload", row.workload())
                .put("memoryMib", share.memoryMib())
                .put("computePermille", share.computePermille())
                .put("whole", share.whole())
                .put("isolation", row.allocation().isolation().name())
                .put("borrowed", row.allocation().borrowed());
        if (share.slice() != null) {
            json.put("migProfile", share.slice().profile());
        }
        return json;
    }
}
