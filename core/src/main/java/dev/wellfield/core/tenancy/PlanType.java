package dev.wellfield.core.tenancy;

/** How a tenant pays, and with it the order in which tenants are served and degraded: first the first. */
public enum PlanType {
    RESERVED,
    UNLIMITED,
    PAY_AS_YOU_GO,
    SPOT
}
