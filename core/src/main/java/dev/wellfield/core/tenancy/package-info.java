/** Tenants, principals, roles, plans, and quotas in every dimension: who may hold how much. */
@NullMarked
package dev.wellfield.core.tenancy;

import org.jspecify.annotations.NullMarked;
