package dev.wellfield.server.access;

import dev.wellfield.core.tenancy.Grants.Visible;
import dev.wellfield.core.tenancy.Permission;
import dev.wellfield.server.rest.Call;
import dev.wellfield.server.rest.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows: everything that the caller may see with a permission, or one tenant of it. A tenant that isn't among
 * them doesn't exist for the caller.
 *
 * @param tenant the one that was asked for; null means all that are visible
 */
public record TenantQuery(Visible visible, @Nullable String tenant) {
    /** Reads the query parameter {@code tenant}. */
    public static TenantQuery of(Call call, Permission permission) {
        Visible visible = call.caller().grants().visible(permission);
        String tenant = call.query("tenant").orElse(null);
        if (tenant != null && !visible.shows(tenant)) {
            throw Problem.notFound("tenant", tenant).exception();
        }
        return new TenantQuery(visible, tenant);
    }
}
