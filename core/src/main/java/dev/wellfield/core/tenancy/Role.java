package dev.wellfield.core.tenancy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A named set of permissions, bound to a principal on the platform or in one tenant. */
public enum Role {
    /** Owns the cards: everything, everywhere. */
    OPERATOR(true, EnumSet.allOf(Permission.class)),
    /** Finance of the platform: reads what money is made of, in every tenant. */
    FINANCE(
            true,
            EnumSet.of(
                    Permission.POOLS_READ,
                    Permission.TENANTS_READ,
                    Permission.QUOTAS_READ,
                    Permission.PLANS_READ,
                    Permission.WORKLOADS_READ,
                    Permission.MODELS_READ,
                    Permission.USAGE_READ,
                    Permission.BILLING_READ,
                    Permission.EVENTS_READ,
                    Permission.ALERTS_READ)),
    /** Runs one tenant: everything in it but its quotas, which the operator sets. */
    TENANT_ADMIN(
            false,
            EnumSet.of(
                    Permission.MEMBERS_READ,
                    Permission.MEMBERS_WRITE,
                    Permission.POOLS_READ,
                    Permission.TENANTS_READ,
                    Permission.QUOTAS_READ,
                    Permission.PLANS_READ,
                    Permission.WORKLOADS_READ,
                    Permission.WORKLOADS_SUBMIT,
                    Permission.WORKLOADS_CANCEL,
                    Permission.WORKLOADS_LOGS,
                    Permission.MODELS_READ,
                    Permission.KEYS_READ,
                    Permission.KEYS_WRITE,
                    Permission.USAGE_READ,
                    Permission.BILLING_READ,
                    Permission.EVENTS_READ,
                    Permission.ALERTS_READ,
                    Permission.ALERTS_WRITE)),
    /** Submits workloads and calls models. */
    ENGINEER(
            false,
            EnumSet.of(
                    Permission.POOLS_READ,
                    Permission.TENANTS_READ,
                    Permission.QUOTAS_READ,
                    Permission.WORKLOADS_READ,
                    Permission.WORKLOADS_SUBMIT,
                    Permission.WORKLOADS_CANCEL,
                    Permission.WORKLOADS_LOGS,
                    Permission.MODELS_READ,
                    Permission.KEYS_READ,
                    Permission.USAGE_READ,
                    Permission.EVENTS_READ,
                    Permission.ALERTS_READ,
                    Permission.ALERTS_WRITE)),
    /** Looks, and changes nothing; logs may hold data and are not part of it. */
    VIEWER(
            false,
            EnumSet.of(
                    Permission.POOLS_READ,
                    Permission.TENANTS_READ,
                    Permission.QUOTAS_READ,
                    Permission.WORKLOADS_READ,
                    Permission.MODELS_READ,
                    Permission.USAGE_READ,
                    Permission.EVENTS_READ,
                    Permission.ALERTS_READ)),
    /** Finance of one tenant. */
    TENANT_FINANCE(
            false,
            EnumSet.of(Permission.TENANTS_READ, Permission.PLANS_READ, Permission.USAGE_READ, Permission.BILLING_READ));

    private final boolean platform;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable copy
    private final Set<Permission> permissions;

    Role(boolean platform, Set<Permission> permissions) {
        this.platform = platform;
        this.permissions = Set.copyOf(permissions);
    }

    /** Whether it is bound on the platform; else in a tenant. */
    public boolean onPlatform() {
        return platform;
    }

    public Set<Permission> permissions() {
        return permissions;
    }

    /** The name in the contract, e.g. {@code tenant-admin}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Role> find(String wireName) {
        return Arrays.stream(values())
                .filter(it -> it.wireName().equals(wireName))
                .findFirst();
    }
}
