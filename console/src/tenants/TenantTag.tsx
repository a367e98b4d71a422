import { tenantColour } from "../model/tenant-colours";
import styles from "./TenantTag.module.css";
import { useTenants } from "./use-tenants";

/** A tenant's colour and name, never one without the other. */
export function TenantTag({ name }: { name: string }) {
  const { colours } = useTenants();
  return (
    <span className={styles.tag}>
      <span className={styles.swatch} style={{ background: tenantColour(colours, name) }} aria-hidden />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
