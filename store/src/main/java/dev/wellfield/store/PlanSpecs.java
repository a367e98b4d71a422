package dev.wellfield.store;

import dev.wellfield.core.tenancy.Plan;
import dev.wellfield.core.tenancy.PlanType;

/** Plans as JSON. */
final class PlanSpecs {
    private PlanSpecs() {}

    static Plan plan(Stored stored) {
        return new Plan(
                stored.name(), PlanType.valueOf(stored.spec().get("type").asString()));
    }
}
