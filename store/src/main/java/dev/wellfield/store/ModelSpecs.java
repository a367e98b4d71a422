package dev.wellfield.store;

import dev.wellfield.core.serving.CallKind;
import dev.wellfield.core.serving.Model;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Models as JSON. */
public final class ModelSpecs {
    private ModelSpecs() {}

    public static Model model(Stored stored) {
        return new Model(
                stored.id(),
                String.valueOf(stored.tenant()),
                stored.name(),
                stored.spec().get("contextTokens").asInt(),
                Json.integer(stored.spec(), "outputCeilingTokens"),
                stored.spec().path("published").asBoolean(false),
                kinds(stored.spec()));
    }

    private static Set<CallKind> kinds(JsonNode spec) {
        return spec.has("kinds")
                ? Set.copyOf(Json.list(spec.get("kinds"), kind -> CallKind.valueOf(kind.asString())))
                : CallKind.GENERATING;
    }
}
