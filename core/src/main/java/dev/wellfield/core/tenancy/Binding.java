package dev.wellfield.core.tenancy;

import org.jspecify.annotations.Nullable;

/**
 * A principal's role somewhere.
 *
 * @param tenant the tenant's name; null exactly where the role is one of the platform
 */
public record Binding(Role role, @Nullable String tenant) {
    public Binding {
        if (role.onPlatform() != (tenant == null)) {
            throw new IllegalArgumentException("role " + role.wireName()
                    + (role.onPlatform() ? " is bound on the platform, without a tenant" : " needs a tenant"));
        }
    }
}
