package dev.wellfield.store;

import dev.wellfield.core.serving.Limits;
import tools.jackson.databind.JsonNode;

/** The gateway's limits as keys and tenants have them in JSON. */
final class LimitSpecs {
    private LimitSpecs() {}

    static Limits limits(JsonNode spec) {
        JsonNode requests = spec.path("requestsPerMinute");
        JsonNode tokens = spec.path("tokensPerMinute");
        return new Limits(
                Json.integer(spec, "concurrentRequests"),
                requests.isNumber() ? Long.valueOf(requests.asLong()) : null,
                tokens.isNumber() ? Long.valueOf(tokens.asLong()) : null);
    }
}
