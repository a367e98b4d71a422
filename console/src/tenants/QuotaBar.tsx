import type { CSSProperties } from "react";
import type { QuotaUse } from "../api/types";
import { useWords } from "../i18n/language";
import { barOf } from "../model/quota-bar";
import { tenantColour } from "../model/tenant-colours";
import styles from "./QuotaBar.module.css";
import { useTenants } from "./use-tenants";

/** Used, borrowed, guarantee and ceiling of one tenant in one bar; its numbers stand beside it. */
export function QuotaBar({ tenant, use, scale }: { tenant: string; use: QuotaUse; scale: number }) {
  const { colours } = useTenants();
  const { held, borrowed, guarantee, ceiling } = barOf(use, scale);
  const part = (value: number) => `${value * 100}%`;
  const style: CSSProperties & Record<"--tenant", string> = { "--tenant": tenantColour(colours, tenant) };
  return (
    <div className={styles.bar} style={style} aria-hidden>
      <span
        className={styles.room}
        style={{ width: part(ceiling ?? 1) }}
        data-open={ceiling === undefined || undefined}
      />
      <span className={styles.held} style={{ width: part(held) }} />
      <span className={styles.borrowed} style={{ left: part(held), width: part(borrowed) }} />
      {guarantee > 0 && <span className={styles.guarantee} style={{ width: part(guarantee) }} />}
    </div>
  );
}

/** What the parts of the bars are. */
export function QuotaLegend() {
  const q = useWords().overview.quotas;
  return (
    <ul className={styles.legend} aria-hidden>
      <li data-key="used">{q.legendUsed}</li>
      <li data-key="borrowed">{q.legendBorrowed}</li>
      <li data-key="guarantee">{q.legendGuarantee}</li>
      <li data-key="ceiling">{q.legendCeiling}</li>
    </ul>
  );
}
