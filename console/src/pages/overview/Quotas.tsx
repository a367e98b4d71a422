import type { Dimension, Pool, Quota, QuotaUse } from "../../api/types";
import { DIMENSIONS } from "../../api/types";
import { useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { amount, exactAmount, percent } from "../../i18n/numbers";
import { scaleOf, usageIn } from "../../model/quota-bar";
import { QuotaBar, QuotaLegend } from "../../tenants/QuotaBar";
import { TenantTag } from "../../tenants/TenantTag";
import { Panel } from "../../ui/Panel";
import { Select } from "../../ui/Select";
import { Empty, SkeletonRows } from "../../ui/States";
import { Tooltip } from "../../ui/Tooltip";
import { Worded } from "../../ui/Worded";
import styles from "./Quotas.module.css";

interface Props {
  pool: Pool | undefined;
  quotas: readonly Quota[] | undefined;
  loading: boolean;
}

/** One bar a tenant, all on one scale: used, borrowed, guarantee and ceiling in the dimension that is chosen. */
export function Quotas({ pool, quotas, loading }: Props) {
  const t = useWords();
  const [chosen, choose] = useQueryParameter("dimension");
  const dimension = DIMENSIONS.find((each) => each === chosen) ?? "CARDS";
  const shown = (quotas ?? []).filter((quota) => pool === undefined || quota.metadata.name === pool.metadata.name);
  const uses = shown.flatMap((quota) => usageIn(quota, dimension) ?? []);
  const capacity = pool?.status.quantities.find((each) => each.dimension === dimension)?.capacity;
  const scale = scaleOf(uses, capacity);
  return (
    <Panel
      title={t.overview.quotas.title}
      actions={
        <Select
          quiet
          label={t.overview.quotas.dimension}
          value={dimension}
          onChange={(next) => choose(next === "CARDS" ? undefined : next)}
          options={DIMENSIONS.map((each) => ({ value: each, label: t.words.dimension[each] }))}
        />
      }
    >
      {loading ? (
        <SkeletonRows rows={4} height={28} />
      ) : shown.length === 0 ? (
        <Empty title={t.overview.quotas.emptyTitle} next={<Worded text={t.overview.quotas.emptyNext} />} />
      ) : (
        <>
          <ul className={styles.quotas}>
            {shown.map((quota) => (
              <li key={`${quota.metadata.tenant ?? ""}/${quota.metadata.name}`}>
                <Line
                  tenant={quota.metadata.tenant ?? ""}
                  use={usageIn(quota, dimension)}
                  dimension={dimension}
                  scale={scale}
                />
              </li>
            ))}
          </ul>
          <QuotaLegend />
        </>
      )}
    </Panel>
  );
}

function Line({
  tenant,
  use,
  dimension,
  scale,
}: {
  tenant: string;
  use: QuotaUse | undefined;
  dimension: Dimension;
  scale: number;
}) {
  const t = useWords();
  const q = t.overview.quotas;
  const short = (value: number) => amount(t.words.units, dimension, value);
  const exactly = (value: number) => exactAmount(t.words.units, dimension, value);
  const limits = (told: (value: number) => string) => [
    use && use.guarantee > 0 ? q.guarantee(told(use.guarantee)) : q.noGuarantee,
    use?.ceiling === undefined ? q.noCeiling : q.ceiling(told(use.ceiling)),
  ];
  const heading = (
    <>
      <TenantTag name={tenant} />
      <span className={styles.numbers}>
        <strong>{use ? q.used(short(use.used)) : q.unlimited}</strong>
        <span className={styles.limits}>{use && limits(short).join(" · ")}</span>
      </span>
    </>
  );
  if (!use) {
    return <div className={styles.line}>{heading}</div>;
  }
  return (
    <Tooltip
      tip={
        <>
          <strong>{q.used(exactly(use.used))}</strong>
          {use.borrowed > 0 && <div>{q.borrowed(exactly(use.borrowed))}</div>}
          {limits(exactly).map((limit) => (
            <div key={limit}>{limit}</div>
          ))}
          {use.guarantee > 0 && <div>{q.ofGuarantee(percent((use.used * 1000) / use.guarantee))}</div>}
          {use.ceiling !== undefined && use.ceiling > 0 && (
            <div>{q.ofCeiling(percent((use.used * 1000) / use.ceiling))}</div>
          )}
        </>
      }
    >
      <div
        className={styles.line}
        tabIndex={0}
        role="img"
        aria-label={`${tenant}: ${[q.used(exactly(use.used)), ...limits(exactly)].join(t.words.comma)}`}
      >
        {heading}
        <div className={styles.bar}>
          <QuotaBar tenant={tenant} use={use} scale={scale} />
        </div>
      </div>
    </Tooltip>
  );
}
