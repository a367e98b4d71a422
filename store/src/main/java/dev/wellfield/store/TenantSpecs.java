package dev.wellfield.store;

import dev.wellfield.core.tenancy.Plan;
import dev.wellfield.core.tenancy.Tenant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Tenants as JSON. */
final class TenantSpecs {
    private TenantSpecs() {}

    static Tenant tenant(UUID id, String name, int index, JsonNode spec, Map<String, Plan> plans) {
        JsonNode chosen = spec.get("plans");
        return new Tenant(
                id,
                name,
                Json.text(spec, "displayName"),
                index,
                ZoneId.of(spec.get("zone").asString()),
                spec.get("priceBook").asString(),
                Objects.requireNonNull(plans.get(chosen.get("cards").asString())),
                Objects.requireNonNull(plans.get(chosen.get("tokens").asString())),
                spec.path("latencyCritical").asBoolean(false),
                Json.integer(spec, "concurrentRequests"));
    }
}
