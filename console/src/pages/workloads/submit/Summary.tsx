import type { CSSProperties } from "react";
import { type CardModel, DIMENSIONS, type Pool, type Quota, type WorkloadSpec } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { amount } from "../../../i18n/numbers";
import { tenantColour } from "../../../model/tenant-colours";
import { useTenants } from "../../../tenants/use-tenants";
import { Panel } from "../../../ui/Panel";
import { askText } from "../placement-text";
import styles from "./Summary.module.css";
import { askedOf } from "./asked";

interface Props {
  spec: WorkloadSpec;
  tenant: string;
  pool: Pool | undefined;
  model: CardModel | undefined;
  quotas: readonly Quota[] | undefined;
}

/** What the form asks for and how that stands to the quota, while one types. The server has the last word. */
export function Summary({ spec, tenant, pool, model, quotas }: Props) {
  const t = useWords();
  const s = t.submit.summary;
  const { colours } = useTenants();
  const asked = askedOf(spec, model);
  const quota = quotas?.find((each) => each.metadata.name === pool?.metadata.name);
  const lines = DIMENSIONS.flatMap((dimension) => {
    const use = quota?.status.use.find((each) => each.dimension === dimension);
    const wanted = asked[dimension] ?? 0;
    return use?.ceiling !== undefined && wanted > 0 ? [{ dimension, use, wanted, ceiling: use.ceiling }] : [];
  });
  const over = lines.some((line) => line.use.used + line.wanted > line.ceiling);
  const free = pool?.status.quantities.find((each) => each.dimension === "CARDS");
  const style: CSSProperties & Record<"--tenant", string> = { "--tenant": tenantColour(colours, tenant) };
  return (
    <Panel title={s.title}>
      <div className={styles.summary} style={style}>
        <p className={styles.ask}>{askText(t, spec)}</p>
        {(spec.cards ?? 1) > 0 && pool && (
          <p className={styles.muted}>
            {pool.spec.cardModel}
            {asked.MEMORY !== undefined && ` · ${t.words.of.MEMORY(amount(t.words.units, "MEMORY", asked.MEMORY))}`}
          </p>
        )}
        <h3>{s.under(tenant)}</h3>
        {quotas && !quota ? (
          <p className={styles.muted}>{s.noQuota}</p>
        ) : lines.length === 0 ? (
          <p className={styles.muted}>{(spec.cards ?? 1) === 0 ? s.noCards : s.noCeiling}</p>
        ) : (
          <ul className={styles.lines}>
            {lines.map(({ dimension, use, wanted, ceiling }) => {
              const left = ceiling - use.used - wanted;
              const scale = Math.max(ceiling, use.used + wanted, 1);
              const told = (value: number) => amount(t.words.units, dimension, value);
              return (
                <li key={dimension}>
                  <div className={styles.line}>
                    <span>{t.words.dimension[dimension]}</span>
                    <span className={left < 0 ? styles.over : styles.muted}>
                      {left < 0 ? s.over(told(-left)) : s.left(told(left))}
                    </span>
                  </div>
                  <div className={styles.bar} data-over={left < 0 || undefined} aria-hidden>
                    <span style={{ width: `${(use.used / scale) * 100}%` }} />
                    <span style={{ width: `${(wanted / scale) * 100}%` }} />
                  </div>
                </li>
              );
            })}
          </ul>
        )}
        {quota && lines.length > 0 && (
          <p className={over ? styles.warn : styles.muted}>
            {over ? (quota.spec.overQuota === "REFUSE" ? s.refused : s.waits) : s.fits}
          </p>
        )}
        {free && (spec.cards ?? 1) > 0 && (
          <p className={styles.muted}>{s.free(amount(t.words.units, "CARDS", free.free))}</p>
        )}
      </div>
    </Panel>
  );
}
