package dev.wellfield.app;

import dev.wellfield.cluster.local.NvidiaCard;
import dev.wellfield.cluster.local.NvidiaCard.MigMode;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * This machine's cards as resources: a pool for each model, and one node.
 *
 * @param usable by the driver's number; the model is that of the catalogue
 * @param leftOut why the others can't be used, one phrase each
 */
record RealCards(Map<NvidiaCard, CardModel> usable, List<String> leftOut) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String PLACE = "local";

    static RealCards of(List<NvidiaCard> cards) {
        Map<NvidiaCard, CardModel> usable = new LinkedHashMap<>();
        List<String> leftOut = new ArrayList<>();
        for (NvidiaCard card : cards) {
            Optional<CardModel> model = Catalogue.recognise(card.name(), card.memoryMib());
            String which = "card " + card.index() + " (" + card.name() + ", " + card.memoryMib() + " MiB)";
            if (model.isEmpty()) {
                leftOut.add(which + " is of no model that Wellfield knows; it knows "
                        + Catalogue.models().stream().map(CardModel::name).collect(Collectors.joining(", ")));
            } else if (card.mig() == MigMode.ENABLED) {
                leftOut.add(which + " is in MIG mode; whole and shared cards need it off: nvidia-smi -i " + card.index()
                        + " -mig 0");
            } else {
                usable.put(card, model.get());
            }
        }
        return new RealCards(usable, leftOut);
    }

    /** The resources as YAML documents. */
    String documents(ThisMachine machine) {
        StringBuilder documents = new StringBuilder();
        for (String model :
                usable.values().stream().map(CardModel::name).collect(Collectors.toCollection(TreeSet::new))) {
            ObjectNode pool = resource("Pool", pool(model));
            pool.putObject("spec").put("cardModel", model);
            documents.append(document(pool));
        }
        ObjectNode node = resource("Node", machine.name());
        ObjectNode spec = node.putObject("spec")
                .put("region", PLACE)
                .put("zone", PLACE)
                .put("cpuMilli", machine.cpuMilli())
                .put("memoryMib", machine.memoryMib());
        ArrayNode cards = spec.putArray("cards");
        usable.forEach((card, model) -> {
            ObjectNode json = cards.addObject()
                    .put("index", card.index())
                    .put("pool", pool(model.name()))
                    .put("uuid", card.uuid());
            card.numaNode().ifPresent(numa -> json.put("numaNode", numa));
        });
        ArrayNode groups = JSON.createArrayNode();
        linked().stream().filter(group -> group.size() > 1).forEach(group -> {
            ArrayNode indexes = groups.addArray();
            group.forEach(indexes::add);
        });
        if (!groups.isEmpty()) {
            spec.set("nvlinkGroups", groups);
        }
        return documents.append(document(node)).toString();
    }

    /** Cards that NVLink connects, directly, through each other or through the same switch. */
    private List<TreeSet<Integer>> linked() {
        List<Linked> groups = new ArrayList<>();
        for (NvidiaCard card : usable.keySet()) {
            Linked group = Linked.of(card);
            List<Linked> met = groups.stream()
                    .filter(other -> !Collections.disjoint(other.buses(), group.buses()))
                    .toList();
            for (Linked other : met) {
                group.cards().addAll(other.cards());
                group.buses().addAll(other.buses());
            }
            groups.removeAll(met);
            groups.add(group);
        }
        return groups.stream().map(Linked::cards).toList();
    }

    /** Cards and the PCI addresses that their links reach, their own among them. */
    private record Linked(TreeSet<Integer> cards, Set<String> buses) {
        static Linked of(NvidiaCard card) {
            Set<String> buses = new HashSet<>(card.nvlinkPeers());
            buses.add(card.pciBusId());
            return new Linked(new TreeSet<>(List.of(card.index())), buses);
        }
    }

    private static String pool(String model) {
        return model.toLowerCase(Locale.ROOT);
    }

    private static String document(ObjectNode resource) {
        return "---\n" + JSON.writeValueAsString(resource) + "\n";
    }

    private static ObjectNode resource(String kind, String name) {
        ObjectNode json =
                JSON.createObjectNode().put("apiVersion", "wellfield.dev/v1").put("kind", kind);
        json.putObject("metadata").put("name", name);
        return json;
    }
}
