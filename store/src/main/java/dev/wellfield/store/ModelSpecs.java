package dev.wellfield.store;

import dev.wellfield.core.serving.Model;

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
                stored.spec().path("published").asBoolean(false));
    }
}
