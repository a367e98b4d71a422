import { useSession } from "../api/session";
import { useWords } from "../i18n/language";
import { Select } from "../ui/Select";
import { TenantTag } from "../tenants/TenantTag";
import { useTenants } from "../tenants/use-tenants";
import styles from "./TopBar.module.css";
import { useQueryParameter } from "./router";

const ALL = "*";

/** Which tenant the pages show; kept in the URL as `tenant`. Somebody with one tenant has nothing to switch. */
export function TenantSwitcher() {
  const t = useWords();
  const session = useSession();
  const { names } = useTenants();
  const [tenant, setTenant] = useQueryParameter("tenant");
  const all = session.permissions.platform.length > 0 ? t.frame.allTenants : t.frame.allMyTenants;
  const known = tenant !== undefined && !names.includes(tenant) ? [tenant, ...names] : names;
  if (names.length === 1 && tenant === undefined) {
    return (
      <span className={styles.only}>
        <TenantTag name={names[0] ?? ""} />
      </span>
    );
  }
  return (
    <Select
      quiet
      label={t.frame.tenant}
      value={tenant ?? ALL}
      onChange={(next) => setTenant(next === ALL ? undefined : next)}
      options={[
        { value: ALL, label: all },
        ...known.map((name) => ({ value: name, label: <TenantTag name={name} /> })),
      ]}
    />
  );
}
