package dev.wellfield.core.tenancy;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that a caller may do: the bindings of its principal, limited by its token's scopes. Every question of
 * authorisation is answered here and nowhere else.
 *
 * @param scopes the permissions that the token is limited to; null means no limit
 */
public record Grants(
        String principal, List<Binding> bindings, @Nullable Set<Permission> scopes) {
    public Grants {
        bindings = List.copyOf(bindings);
        scopes = scopes == null ? null : Set.copyOf(scopes);
    }

    /** Whether an operation may go on. */
    public enum Verdict {
        ALLOWED,
        /** The tenant is none of the caller's: to the caller it doesn't exist. */
        FOREIGN,
        /** It is the caller's, but the permission is missing. */
        MISSING
    }

    /** Permissions on the platform, which hold in every tenant. */
    public Set<Permission> onPlatform() {
        return limited(bindings.stream().filter(it -> it.tenant() == null).collect(Collectors.toSet()));
    }

    /** Permissions in {@code tenant}. */
    public Set<Permission> in(String tenant) {
        return limited(bindings.stream()
                .filter(it -> it.tenant() == null || it.tenant().equals(tenant))
                .collect(Collectors.toSet()));
    }

    /** The names of tenants in which the caller has a role of its own. */
    public Set<String> tenants() {
        Set<String> names = new HashSet<>();
        for (Binding binding : bindings) {
            if (binding.tenant() != null) {
                names.add(binding.tenant());
            }
        }
        return names;
    }

    /** May the caller do this on the platform? */
    public Verdict platform(Permission permission) {
        return onPlatform().contains(permission) ? Verdict.ALLOWED : Verdict.MISSING;
    }

    /** May the caller do this in {@code tenant}? */
    public Verdict tenant(Permission permission, String tenant) {
        boolean own = bindings.stream()
                .anyMatch(it -> it.tenant() == null || it.tenant().equals(tenant));
        if (!own) {
            return Verdict.FOREIGN;
        }
        return in(tenant).contains(permission) ? Verdict.ALLOWED : Verdict.MISSING;
    }

    /** What the caller may see with {@code permission}: everything, some tenants, or nothing. */
    public Visible visible(Permission permission) {
        if (onPlatform().contains(permission)) {
            return Visible.EVERYTHING;
        }
        return new Visible(
                false,
                tenants().stream()
                        .filter(tenant -> in(tenant).contains(permission))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private Set<Permission> limited(Set<Binding> bindings) {
        Set<Permission> permissions = EnumSet.noneOf(Permission.class);
        bindings.forEach(binding -> permissions.addAll(binding.role().permissions()));
        if (scopes != null) {
            permissions.retainAll(scopes);
        }
        return permissions;
    }

    /**
     * The tenants that a list may show.
     *
     * @param all every tenant and the platform itself
     * @param tenants otherwise these
     */
    public record Visible(boolean all, Set<String> tenants) {
        public static final Visible EVERYTHING = new Visible(true, Set.of());

        public boolean nothing() {
            return !all && tenants.isEmpty();
        }

        public boolean shows(String tenant) {
            return all || tenants.contains(tenant);
        }
    }
}
