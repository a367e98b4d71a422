package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import dev.wellfield.cli.show.Units;
import tools.jackson.databind.JsonNode;

/** What a workload asks for, in a few words. */
final class Ask {
    private Ask() {}

    /** E.g. {@code 3 cards}, {@code 2 x 20 GiB, 50%}, {@code 1 x 1g.10gb}, {@code CPU only}. */
    static String text(JsonNode spec) {
        long cards = spec.has("cards") ? Json.number(spec, "/cards") : 1;
        if (cards == 0) {
            return "CPU only";
        }
        JsonNode share = spec.path("share");
        if (share.isEmpty()) {
            return cards == 1 ? "1 card" : cards + " cards";
        }
        String profile = Json.text(share, "/migProfile");
        if (!profile.isEmpty()) {
            return cards + " x " + profile;
        }
        String memory = share.has("memoryMib") ? Units.memory(Json.number(share, "/memoryMib")) : "";
        String compute = share.has("computePermille") ? Units.percent(Json.number(share, "/computePermille")) : "";
        String both = memory.isEmpty() || compute.isEmpty() ? memory + compute : memory + ", " + compute;
        return cards + " x " + both;
    }
}
