package dev.wellfield.store;

import dev.wellfield.core.EngineKind;
import dev.wellfield.core.pool.CardModel;
import dev.wellfield.core.pool.Catalogue;
import dev.wellfield.core.pool.Isolation;
import dev.wellfield.core.pool.MigProfile;
import dev.wellfield.core.scheduling.Ask;
import dev.wellfield.core.scheduling.Exit;
import dev.wellfield.core.scheduling.WorkloadSpec;
import dev.wellfield.core.scheduling.WorkloadSpec.Serves;
import dev.wellfield.core.scheduling.WorkloadSpec.ShareSpec;
import dev.wellfield.core.scheduling.WorkloadType;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Workloads, their requests and their ends as JSON. The defaults are the contract's. */
public final class WorkloadSpecs {
    private WorkloadSpecs() {}

    /** Reads a spec that the contract has validated. */
    public static WorkloadSpec spec(JsonNode json) {
        Map<String, String> environment = new HashMap<>();
        json.path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asString()));
        String isolation = Json.text(json, "isolation");
        return new WorkloadSpec(
                WorkloadType.valueOf(json.get("type").asString()),
                Json.list(json.get("command"), JsonNode::asString),
                environment,
                Json.text(json, "pool"),
                json.path("cards").asInt(1),
                json.has("share") ? share(json.get("share")) : null,
                isolation == null ? null : Isolation.valueOf(isolation),
                json.path("cpuMilli").asLong(1000),
                json.path("hostMemoryMib").asLong(1024),
                json.path("priority").asInt(0),
                Duration.ofSeconds(json.path("graceSeconds").asLong(30)),
                json.has("serves") ? serves(json.get("serves")) : null);
    }

    private static ShareSpec share(JsonNode json) {
        return new ShareSpec(
                Json.number(json, "memoryMib"),
                Json.integer(json, "computePermille"),
                Json.integer(json, "bandwidthPermille"),
                Json.text(json, "migProfile"));
    }

    private static Serves serves(JsonNode json) {
        return new Serves(
                json.get("model").asString(),
                EngineKind.valueOf(json.path("engine").asString("OTHER")),
                json.path("concurrentRequests").asInt(64));
    }

    static ObjectNode json(Ask ask) {
        ObjectNode json = Json.object()
                .put("pool", ask.pool())
                .put("model", ask.model().name())
                .put("cards", ask.cards())
                .put("memoryMib", ask.memoryMib())
                .put("computePermille", ask.computePermille())
                .put("bandwidthPermille", ask.bandwidthPermille())
                .put("whole", ask.whole())
                .put("isolation", ask.isolation().name())
                .put("cpuMilli", ask.cpuMilli())
                .put("hostMemoryMib", ask.hostMemoryMib());
        MigProfile profile = ask.profile();
        if (profile != null) {
            json.put("profile", profile.name());
        }
        return json;
    }

    static Ask ask(String tenant, JsonNode json) {
        CardModel model = Catalogue.find(json.get("model").asString()).orElseThrow();
        String profile = Json.text(json, "profile");
        return new Ask(
                tenant,
                json.get("pool").asString(),
                model,
                json.get("cards").asInt(),
                json.get("memoryMib").asLong(),
                json.get("computePermille").asInt(),
                json.get("bandwidthPermille").asInt(),
                json.get("whole").asBoolean(),
                profile == null ? null : model.migProfile(profile).orElseThrow(),
                Isolation.valueOf(json.get("isolation").asString()),
                json.get("cpuMilli").asLong(),
                json.get("hostMemoryMib").asLong());
    }

    static ObjectNode json(Exit exit) {
        ObjectNode json = Json.object()
                .put("at", exit.at().toString())
                .put("outOfMemory", exit.outOfMemory())
                .put("inferred", exit.inferred());
        if (exit.code() != null) {
            json.put("code", exit.code());
        }
        if (exit.signal() != null) {
            json.put("signal", exit.signal());
        }
        return json;
    }

    static @Nullable Exit exit(@Nullable JsonNode json) {
        return json == null
                ? null
                : new Exit(
                        Json.integer(json, "code"),
                        Json.integer(json, "signal"),
                        Instant.parse(json.get("at").asString()),
                        json.get("outOfMemory").asBoolean(),
                        json.get("inferred").asBoolean());
    }
}
