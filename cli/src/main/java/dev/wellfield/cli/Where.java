package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Where a workload runs, in a few words. */
final class Where {
    private Where() {}

    /** E.g. {@code server-1/cards 0-2}; empty where it has no place. */
    static String text(JsonNode workload) {
        JsonNode placement = workload.path("status").path("placement");
        String node = Json.text(placement, "/node");
        List<Integer> cards = new ArrayList<>();
        placement.path("shares").forEach(it -> cards.add((int) Json.number(it, "/card")));
        if (cards.isEmpty()) {
            return node;
        }
        return node + (cards.size() == 1 ? "/card " : "/cards ") + ranges(cards);
    }

    /** {@code [0, 1, 2, 5]} as {@code 0-2,5}. */
    static String ranges(List<Integer> numbers) {
        List<Integer> sorted = numbers.stream().distinct().sorted().toList();
        List<String> ranges = new ArrayList<>();
        int i = 0;
        while (i < sorted.size()) {
            int end = i;
            while (end + 1 < sorted.size() && sorted.get(end + 1) == sorted.get(end) + 1) {
                end++;
            }
            ranges.add(end == i ? "" + sorted.get(i) : sorted.get(i) + "-" + sorted.get(end));
            i = end + 1;
        }
        return String.join(",", ranges);
    }
}
