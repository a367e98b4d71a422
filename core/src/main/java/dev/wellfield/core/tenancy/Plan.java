package dev.wellfield.core.tenancy;

/** A way to pay that tenants are given by name. A tenant has one for cards and one for tokens. */
public record Plan(String name, PlanType type) {}
