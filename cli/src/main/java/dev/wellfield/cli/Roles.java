package dev.wellfield.cli;

import dev.wellfield.cli.show.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Bindings in words. */
final class Roles {
    private Roles() {}

    /** E.g. {@code operator, engineer in training}. */
    static String text(JsonNode bindings) {
        List<String> roles = new ArrayList<>();
        for (JsonNode binding : bindings) {
            String tenant = Json.text(binding, "/tenant");
            roles.add(Json.text(binding, "/role") + (tenant.isEmpty() ? "" : " in " + tenant));
        }
        return String.join(", ", roles);
    }
}
