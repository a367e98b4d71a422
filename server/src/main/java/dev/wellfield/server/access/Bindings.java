package dev.wellfield.server.access;

import dev.wellfield.core.tenancy.Binding;
import dev.wellfield.core.tenancy.Role;
import dev.wellfield.server.rest.FieldError;
import dev.wellfield.store.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Bindings as the contract writes them: some roles are bound on the platform, the others in a tenant that is there. */
public final class Bindings {
    private Bindings() {}

    /**
     * Reads a list of them, whose roles the contract has checked.
     *
     * @param pointer to the list
     * @param isTenant whether there is a tenant of a name
     * @param expected what has to be named instead of one that isn't there
     * @param errors gets all that is wrong
     * @return those that are right, each once
     */
    public static List<Binding> read(
            JsonNode list, String pointer, Predicate<String> isTenant, String expected, List<FieldError> errors) {
        List<Binding> bindings = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Role role = Role.find(list.get(i).get("role").asString()).orElseThrow();
            String tenant = Json.text(list.get(i), "tenant");
            String field = pointer + "/" + i + "/tenant";
            if (role.onPlatform() && tenant != null) {
                errors.add(FieldError.of(field, tenant, "nothing: " + role.wireName() + " is bound on the platform"));
            } else if (!role.onPlatform() && tenant == null) {
                errors.add(FieldError.missing(field, "the tenant in which " + role.wireName() + " is bound"));
            } else if (tenant != null && !isTenant.test(tenant)) {
                errors.add(FieldError.of(field, tenant, expected));
            } else {
                bindings.add(new Binding(role, tenant));
            }
        }
        return bindings.stream().distinct().toList();
    }
}
