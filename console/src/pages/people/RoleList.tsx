import type { Binding } from "../../api/types";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import list from "../../ui/List.module.css";
import styles from "./People.module.css";

/** Roles, each with where it is bound. */
export function RoleList({ bindings }: { bindings: readonly Binding[] }) {
  const t = useWords();
  if (bindings.length === 0) {
    return <span className={list.faint}>{t.people.noRole}</span>;
  }
  return (
    <ul className={styles.roles}>
      {bindings.map(({ role, tenant }) => (
        <li key={`${role} ${tenant ?? ""}`}>
          {t.words.role[role]}
          {tenant !== undefined && <TenantTag name={tenant} />}
        </li>
      ))}
    </ul>
  );
}
