import { useMemo } from "react";
import { useResource } from "../api/cache";
import { tenants } from "../api/resources";
import { may, useSession } from "../api/session";
import { inOrder, tenantColours } from "../model/tenant-colours";

/** The tenants that this session may see, by name, with their colours. */
export function useTenants() {
  const session = useSession();
  const { data, failure } = useResource(may(session, "tenants.read") ? tenants : null);
  return useMemo(
    () => ({
      /** In the order in which they came, which is the order of their colours. */
      names: inOrder(data ?? []).map((tenant) => tenant.metadata.name),
      colours: tenantColours(data ?? []),
      known: data !== undefined || failure !== undefined,
    }),
    [data, failure],
  );
}
