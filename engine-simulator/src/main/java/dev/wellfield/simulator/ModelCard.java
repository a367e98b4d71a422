package dev.wellfield.simulator;

import tools.jackson.databind.node.ObjectNode;

/** One entry of /v1/models. It says by owned_by and root that the model is simulated. */
final class ModelCard {

    private static final String OWNER = "wellfield-simulator";

    private ModelCard() {}

    static ObjectNode json(String name, int maxModelLen, long createdSeconds) {
        ObjectNode permission = Json.object()
                .put("id", "modelperm-simulated")
                .put("object", "model_permission")
                .put("created", createdSeconds)
                .put("allow_create_engine", false)
                .put("allow_sampling", true)
                .put("allow_logprobs", false)
                .put("allow_search_indices", false)
                .put("allow_view", true)
                .put("allow_fine_tuning", false)
                .put("organization", "*")
                .putNull("group")
                .put("is_blocking", false);
        ObjectNode card = Json.object()
                .put("id", name)
                .put("object", "model")
                .put("created", createdSeconds)
                .put("owned_by", OWNER)
                .put("root", "simulated")
                .putNull("parent")
                .put("max_model_len", maxModelLen);
        card.set("permission", Json.array(permission));
        return card;
    }
}
