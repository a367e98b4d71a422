import type { Workload } from "../../api/types";
import { to, useWithQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { ButtonLink } from "../../ui/Button";
import { Link } from "../../ui/Link";
import { Panel } from "../../ui/Panel";
import { Empty, SkeletonRows } from "../../ui/States";
import { Duration } from "../../ui/Times";
import { placeText } from "../workloads/placement-text";
import styles from "./Running.module.css";

/** As many as the quota bars beside them are high. */
const MOST = 8;

/** The workloads that run now, longest first: those are the ones that hold most. */
export function Running({ active }: { active: readonly Workload[] | undefined }) {
  const t = useWords();
  const linkTo = useWithQuery();
  const running = (active ?? [])
    .filter((workload) => workload.status.phase === "RUNNING" || workload.status.phase === "STARTING")
    .sort((a, b) => (a.status.startedAt ?? "~").localeCompare(b.status.startedAt ?? "~"));
  return (
    <Panel
      title={t.overview.running.title}
      note={active && running.length > MOST ? `${MOST} / ${running.length}` : undefined}
      flush
      actions={
        <ButtonLink look="quiet" to={linkTo({ pool: undefined, dimension: undefined }, to.workloads)}>
          {t.overview.running.all}
        </ButtonLink>
      }
    >
      {active === undefined ? (
        <SkeletonRows rows={4} height={24} />
      ) : running.length === 0 ? (
        <Empty title={t.overview.running.emptyTitle} next={t.overview.running.emptyNext} />
      ) : (
        <ul className={styles.list}>
          {running.slice(0, MOST).map((workload) => (
            <Item key={`${workload.metadata.tenant ?? ""}/${workload.metadata.name}`} workload={workload} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Item({ workload }: { workload: Workload }) {
  const t = useWords();
  const { metadata, status } = workload;
  const tenant = metadata.tenant ?? "";
  return (
    <li>
      <Link to={to.workload(tenant, metadata.name)} className={styles.item}>
        <span className={styles.name}>{metadata.name}</span>
        <span className={styles.where}>
          <span className={styles.tenant}>
            <TenantTag name={tenant} />
          </span>
          <span className={styles.place}>{placeText(t, workload)}</span>
        </span>
        <span className={styles.time}>
          {status.startedAt === undefined ? (
            t.words.phase[status.phase]
          ) : (
            <Duration from={status.startedAt} to={undefined} />
          )}
        </span>
      </Link>
    </li>
  );
}
