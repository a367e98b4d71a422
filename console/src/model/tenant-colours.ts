import type { Tenant } from "../api/types";

/** As many as theme.css has; the eleventh tenant wears the first one's again, always beside its name. */
export const TENANT_COLOURS = 10;

/** The colour of each tenant: an index by the order in which the tenants were created, so it never changes. */
export function tenantColours(tenants: readonly Tenant[]): ReadonlyMap<string, number> {
  return new Map(inOrder(tenants).map((tenant, index) => [tenant.metadata.name, index % TENANT_COLOURS]));
}

/** The oldest tenant first. Those of one apply share an instant; their ids (UUIDv7) tell which came first. */
export function inOrder(tenants: readonly Tenant[]): Tenant[] {
  return [...tenants].sort(
    (a, b) =>
      (a.metadata.createdAt ?? "").localeCompare(b.metadata.createdAt ?? "") ||
      (a.metadata.id ?? "").localeCompare(b.metadata.id ?? "") ||
      a.metadata.name.localeCompare(b.metadata.name),
  );
}

/** The colour as CSS; a tenant that is not (yet) known gets the colour of "others". */
export function tenantColour(colours: ReadonlyMap<string, number>, tenant: string | undefined): string {
  const index = tenant === undefined ? undefined : colours.get(tenant);
  return index === undefined ? "var(--tenant-others)" : `var(--tenant-${index})`;
}
