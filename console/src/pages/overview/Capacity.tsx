import type { ReactNode } from "react";
import { serverNow } from "../../api/server-clock";
import type { WorkloadPages } from "../../api/resources";
import type { Pool } from "../../api/types";
import { to } from "../../app/router";
import { useWords } from "../../i18n/language";
import { amount, exactAmount, percent } from "../../i18n/numbers";
import { duration } from "../../i18n/times";
import { Link } from "../../ui/Link";
import { Skeleton } from "../../ui/States";
import { Tooltip } from "../../ui/Tooltip";
import styles from "./Capacity.module.css";

interface Props {
  pool: Pool | undefined;
  loading: boolean;
  active: WorkloadPages | undefined;
  tenant: string | undefined;
}

/** The pool in five figures, each of which leads to what it is made of. */
export function Capacity({ pool, loading, active, tenant }: Props) {
  const t = useWords();
  if (loading) {
    return <Loading />;
  }
  const quantity = pool?.status.quantities.find((each) => each.dimension === "CARDS");
  const memory = pool?.status.quantities.find((each) => each.dimension === "MEMORY");
  if (!quantity) {
    return null;
  }
  const shown = (value: number) => amount(t.words.units, "CARDS", value);
  const exactly = (value: number) => exactAmount(t.words.units, "CARDS", value);
  const part = (value: number, whole: number) => percent(whole === 0 ? 0 : (value * 1000) / whole);
  const list = (query: string) => `${to.workloads}?${tenant === undefined ? "" : `tenant=${tenant}&`}${query}`;
  return (
    <section className={styles.figures} aria-label={pool?.metadata.name}>
      <Figure
        name={t.overview.free}
        means={t.overview.freeMeans}
        exact={exactly(quantity.free)}
        value={shown(quantity.free)}
        note={memory ? t.overview.freeMemory(amount(t.words.units, "MEMORY", memory.free)) : undefined}
      />
      <Figure
        name={t.overview.inUse}
        means={t.overview.inUseMeans}
        exact={exactly(quantity.allocated)}
        value={shown(quantity.allocated)}
        note={t.overview.ofCapacity(shown(quantity.capacity))}
        to={list("phase=STARTING,RUNNING,STOPPING")}
      />
      <Figure
        name={t.overview.borrowed}
        means={t.overview.borrowedMeans}
        exact={exactly(quantity.borrowed)}
        value={shown(quantity.borrowed)}
        note={t.overview.borrowedOf(part(quantity.borrowed, quantity.allocated))}
        to={list("phase=STARTING,RUNNING,STOPPING&borrowed=true")}
      />
      <Figure
        name={t.overview.guaranteed}
        means={t.overview.guaranteedMeans}
        exact={exactly(quantity.guaranteed)}
        value={shown(quantity.guaranteed)}
        note={t.overview.guaranteedOf(part(quantity.guaranteed, quantity.capacity))}
      />
      <Waiting active={active} to={list("phase=QUEUED")} />
    </section>
  );
}

function Waiting({ active, to: url }: { active: WorkloadPages | undefined; to: string }) {
  const t = useWords();
  const waiting = (active?.items ?? []).filter((workload) => workload.status.phase === "QUEUED");
  const oldest = waiting.map((workload) => Date.parse(workload.status.submittedAt)).sort((a, b) => a - b)[0];
  return (
    <Figure
      name={t.overview.waiting}
      means={t.overview.waitingMeans}
      value={
        active === undefined
          ? t.words.unknown
          : `${active.more ? "≥ " : ""}${amount(t.words.units, "CONCURRENCY", waiting.length)}`
      }
      note={
        oldest === undefined
          ? t.overview.waitingNone
          : t.overview.waitingHint(duration(t.words.units, serverNow() - oldest))
      }
      to={url}
    />
  );
}

interface FigureProps {
  name: string;
  value: string;
  note?: ReactNode;
  means: string;
  exact?: string;
  to?: string;
}

function Figure({ name, value, note, means, exact, to: url }: FigureProps) {
  const body = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
    </>
  );
  const tip = (
    <>
      {exact !== undefined && <strong>{exact}</strong>}
      <div>{means}</div>
    </>
  );
  const figure =
    url === undefined ? (
      <div className={styles.figure} tabIndex={0} role="group" aria-label={`${name}: ${value}`}>
        {body}
      </div>
    ) : (
      <Link to={url} className={styles.figure}>
        {body}
      </Link>
    );
  return <Tooltip tip={tip}>{figure}</Tooltip>;
}

function Loading() {
  return (
    <div className={styles.figures}>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={styles.figure}>
          <Skeleton width={56} />
          <Skeleton width={96} height={28} />
          <Skeleton width={72} />
        </div>
      ))}
    </div>
  );
}
