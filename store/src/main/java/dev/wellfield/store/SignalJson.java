package dev.wellfield.store;

import dev.wellfield.core.pool.Dimension;
import dev.wellfield.core.watch.Signal;
import dev.wellfield.core.watch.Signal.CardUse;
import dev.wellfield.core.watch.Signal.EngineState;
import dev.wellfield.core.watch.Signal.Life;
import dev.wellfield.core.watch.Signal.LimitKind;
import dev.wellfield.core.watch.Signal.QuotaUse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Signals as JSON: as they are stored and as the contract has them. */
public final class SignalJson {
    private SignalJson() {}

    public static ObjectNode write(Signal signal) {
        return switch (signal) {
            case QuotaUse use ->
                Json.object()
                        .put("kind", "QUOTA")
                        .put("tenant", use.tenant())
                        .put("pool", use.pool())
                        .put("dimension", use.dimension().name())
                        .put("used", use.used())
                        .put("limit", use.limit())
                        .put("limitKind", use.limitKind().name())
                        .put("usedPermille", use.permille());
            case EngineState engine ->
                Json.object()
                        .put("kind", "ENGINE")
                        .put("tenant", engine.tenant())
                        .put("workload", engine.workload())
                        .put("model", engine.model())
                        .put("life", engine.life().name())
                        .put("silentSeconds", engine.silentSeconds())
                        .put("simulated", engine.simulated());
            case CardUse card ->
                Json.object()
                        .put("kind", "CARD")
                        .put("node", card.node())
                        .put("card", card.card())
                        .put("pool", card.pool())
                        .put("memoryPermille", card.memoryPermille())
                        .put("computePermille", card.computePermille())
                        .put("healthy", card.healthy())
                        .put("simulated", card.simulated());
        };
    }

    static Signal read(JsonNode json) {
        String kind = json.get("kind").asString();
        return switch (kind) {
            case "QUOTA" ->
                new QuotaUse(
                        json.get("tenant").asString(),
                        json.get("pool").asString(),
                        Dimension.valueOf(json.get("dimension").asString()),
                        json.get("used").asLong(),
                        json.get("limit").asLong(),
                        LimitKind.valueOf(json.get("limitKind").asString()));
            case "ENGINE" ->
                new EngineState(
                        json.get("tenant").asString(),
                        json.get("workload").asString(),
                        json.get("model").asString(),
                        Life.valueOf(json.get("life").asString()),
                        json.get("silentSeconds").asLong(),
                        json.get("simulated").asBoolean());
            case "CARD" ->
                new CardUse(
                        json.get("node").asString(),
                        json.get("card").asInt(),
                        json.get("pool").asString(),
                        json.get("memoryPermille").asInt(),
                        json.get("computePermille").asInt(),
                        json.get("healthy").asBoolean(),
                        json.get("simulated").asBoolean());
            default -> throw new IllegalStateException("signal of an unknown kind: " + kind);
        };
    }
}
