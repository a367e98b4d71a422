package dev.wellfield.core.tenancy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an operation may ask for; its wire name is {@code area.verb}, as in the REST contract's x-permission. */
public enum Permission {
    METRICS_READ,
    PRINCIPALS_READ,
    PRINCIPALS_WRITE,
    MEMBERS_READ,
    MEMBERS_WRITE,
    RESOURCES_APPLY,
    POOLS_READ,
    TENANTS_READ,
    QUOTAS_READ,
    QUOTAS_WRITE,
    PLANS_READ,
    WORKLOADS_READ,
    WORKLOADS_SUBMIT,
    WORKLOADS_CANCEL,
    WORKLOADS_LOGS,
    MODELS_READ,
    KEYS_READ,
    KEYS_WRITE,
    USAGE_READ,
    BILLING_READ,
    EVENTS_READ,
    ALERTS_READ,
    ALERTS_WRITE;

    /** The name in the contract, e.g. {@code workloads.submit}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    public static Optional<Permission> find(String wireName) {
        return Arrays.stream(values())
                .filter(it -> it.wireName().equals(wireName))
                .findFirst();
    }
}
