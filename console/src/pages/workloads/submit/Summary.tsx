import type { CSSProperties } from "react";
import type { CardModel, Pool, Quota, WorkloadSpec } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { amount } from "../../../i18n/numbers";
import { tenantColour } from "../../../model/tenant-colours";
import { useTenants } from "../../../tenants/use-tenants";
import { Panel } from "../../../ui/Panel";
import { askText } from "../placement-text";
import styles from "./Summary.module.css";
import { askedOf } from "./asked";
import { type Line, type Standing, linesOf, standingOf } from "./standing";

interface Props {
  spec: WorkloadSpec;
  /** The names of fields without which nothing can be reckoned. */
  missing: readonly string[];
  tenant: string;
  pool: Pool | undefined;
  model: CardModel | undefined;
  /** Absent: not read, or there is none. */
  quota: Quota | undefined;
  quotasKnown: boolean;
}

/** What the form asks for and how that stands to the quota, while one types. The server has the last word. */
export function Summary({ spec, missing, tenant, pool, model, quota, quotasKnown }: Props) {
  const t = useWords();
  const s = t.submit.summary;
  const { colours } = useTenants();
  const style: CSSProperties & Record<"--tenant", string> = { "--tenant": tenantColour(colours, tenant) };
  const onCards = (spec.cards ?? 1) > 0;
  if (missing.length > 0) {
    return (
      <Panel title={s.title}>
        <p className={styles.muted}>{s.missing(t.words.list(missing))}</p>
      </Panel>
    );
  }
  const asked = askedOf(spec, model, quota?.spec);
  const lines = linesOf(quota, asked);
  const standing = standingOf(lines, quota?.spec.overQuota, asked, pool);
  const free = pool?.status.quantities.find((each) => each.dimension === "CARDS");
  return (
    <Panel title={s.title}>
      <div className={styles.summary} style={style}>
        <p className={styles.ask}>{askText(t, spec)}</p>
        {onCards && pool && (
          <p className={styles.muted}>
            {pool.spec.cardModel}
            {asked.MEMORY !== undefined && ` · ${t.words.of.MEMORY(amount(t.words.units, "MEMORY", asked.MEMORY))}`}
          </p>
        )}
        <h3>{s.under(tenant)}</h3>
        {quotasKnown && !quota ? (
          <p className={styles.muted}>{s.noQuota}</p>
        ) : lines.length === 0 ? (
          <p className={styles.muted}>{onCards ? s.noCeiling : s.noCards}</p>
        ) : (
          <ul className={styles.lines}>
            {lines.map((line) => (
              <li key={line.dimension}>
                <LineBar line={line} />
              </li>
            ))}
          </ul>
        )}
        {quota && <p className={TONES[standing]}>{s.standing[standing]}</p>}
        {free && onCards && <p className={styles.muted}>{s.free(amount(t.words.units, "CARDS", free.free))}</p>}
      </div>
    </Panel>
  );
}

const TONES: Record<Standing, string | undefined> = {
  FITS: styles.muted,
  WAITS: styles.warn,
  WAITS_FOR_POOL: styles.warn,
  REFUSED: styles.warn,
  NEVER: styles.never,
};

function LineBar({ line: { dimension, asked, used, ceiling } }: { line: Line }) {
  const t = useWords();
  const s = t.submit.summary;
  const told = (value: number) => amount(t.words.units, dimension, value);
  const left = ceiling - used - asked;
  const scale = Math.max(ceiling, used + asked, 1);
  const text =
    asked > ceiling
      ? s.beyond(told(asked - ceiling), told(ceiling))
      : left < 0
        ? s.over(told(-left))
        : s.left(told(left));
  return (
    <>
      <div className={styles.line}>
        <span>{t.words.dimension[dimension]}</span>
        <span className={asked > ceiling ? styles.never : left < 0 ? styles.warn : styles.muted}>{text}</span>
      </div>
      <div className={styles.bar} data-over={left < 0 || undefined} aria-hidden>
        <span style={{ width: `${(used / scale) * 100}%` }} />
        <span style={{ width: `${(asked / scale) * 100}%` }} />
      </div>
    </>
  );
}
