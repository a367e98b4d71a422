import { useMemo } from "react";
import { useResource } from "../../api/cache";
import { pools, quotas } from "../../api/resources";
import { may, useSession } from "../../api/session";
import { DIMENSIONS, type Dimension, type Pool, type Quota, type QuotaUse } from "../../api/types";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { amount, exactAmount, memory } from "../../i18n/numbers";
import { relative } from "../../i18n/times";
import { serverNow } from "../../api/server-clock";
import { scaleOf, usageIn } from "../../model/quota-bar";
import { QuotaBar, QuotaLegend } from "../../tenants/QuotaBar";
import { useTenants } from "../../tenants/use-tenants";
import { ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Page } from "../../ui/Page";
import { Panel } from "../../ui/Panel";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import type { Column } from "../../ui/Table";
import { Worded } from "../../ui/Worded";
import { QuotaDrawer } from "./QuotaDrawer";
import styles from "./TenantsPage.module.css";

/** Every tenant's quota in every dimension, and where to change it. */
export function TenantsPage({ quota: open }: { quota: { tenant: string; pool: string } | undefined }) {
  const t = useWords();
  const session = useSession();
  const { names, known } = useTenants();
  const [tenant] = useQueryParameter("tenant");
  const readable = (tenant === undefined ? names : [tenant]).filter((name) => may(session, "quotas.read", name));
  const { data, failure, readAt, reload } = useResource(readable.length > 0 ? quotas(readable) : null);
  const poolsRead = useResource(may(session, "pools.read") ? pools : null);
  const columns = useColumns();
  const lines = data?.flatMap((quota) => quota.status.use.map((use) => ({ quota, use })));
  if (!may(session, "quotas.read")) {
    return <Forbidden title={t.tenants.title} permission="quotas.read" />;
  }
  return (
    <Page
      title={t.tenants.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={<ExportButton name="quotas" columns={columns} rows={lines} />}
    >
      {failure && !data ? (
        <Failed failure={failure} onRetry={reload} />
      ) : (known && readable.length === 0) || data?.length === 0 ? (
        <Empty title={t.tenants.emptyTitle} next={<Worded text={t.tenants.emptyNext} />} />
      ) : !data ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <div className={styles.legend}>
            <QuotaLegend />
            <p>{t.tenants.scale}</p>
          </div>
          {data.map((quota) => (
            <QuotaPanel
              key={`${quota.metadata.tenant ?? ""}/${quota.metadata.name}`}
              quota={quota}
              all={data}
              pool={poolsRead.data?.find((pool) => pool.metadata.name === quota.metadata.name)}
            />
          ))}
        </>
      )}
      {open && (
        <QuotaDrawer
          key={`${open.tenant}/${open.pool}`}
          tenant={open.tenant}
          pool={open.pool}
          onClose={() => navigate(withQuery({}, to.tenants))}
        />
      )}
    </Page>
  );
}

function QuotaPanel({ quota, all, pool }: { quota: Quota; all: readonly Quota[]; pool: Pool | undefined }) {
  const t = useWords();
  const session = useSession();
  const linkTo = useWithQuery();
  const { tenant = "", name } = quota.metadata;
  const shown = DIMENSIONS.filter((dimension) => says(quota, dimension));
  const silent = DIMENSIONS.filter((dimension) => !shown.includes(dimension));
  const { changedBy, changedAt } = quota.status;
  const notes = [
    t.tenants.in(name),
    t.tenants.overQuota[quota.spec.overQuota ?? "QUEUE"],
    ...(quota.spec.memoryPerCardMib === undefined ? [] : [t.tenants.perCard(memory(quota.spec.memoryPerCardMib))]),
    ...(changedBy === undefined || changedAt === undefined
      ? []
      : [t.tenants.changed(changedBy, relative(t.words.units, Date.parse(changedAt), serverNow()))]),
  ];
  return (
    <Panel
      title={tenant}
      note={notes.join(" · ")}
      actions={
        may(session, "quotas.write", tenant) && (
          <ButtonLink look="quiet" to={linkTo({}, to.quota(tenant, name))}>
            {t.tenants.edit}
          </ButtonLink>
        )
      }
    >
      <ul className={styles.dimensions}>
        {shown.map((dimension) => (
          <li key={dimension}>
            <Line
              tenant={tenant}
              dimension={dimension}
              use={usageIn(quota, dimension)}
              scale={scaleOf(
                all.filter((each) => each.metadata.name === name).flatMap((each) => usageIn(each, dimension) ?? []),
                pool?.status.quantities.find((each) => each.dimension === dimension)?.capacity,
              )}
            />
          </li>
        ))}
      </ul>
      {silent.length > 0 && (
        <p className={styles.silent}>
          {t.tenants.notLimited} {t.words.list(silent.map((dimension) => t.words.dimension[dimension]))}
        </p>
      )}
    </Panel>
  );
}

/** Whether a quota limits or guarantees a dimension, or something of it is used. */
function says(quota: Quota, dimension: Dimension): boolean {
  const use = usageIn(quota, dimension);
  return quota.spec.limits[dimension] !== undefined || (use !== undefined && use.used > 0);
}

function Line({
  tenant,
  dimension,
  use,
  scale,
}: {
  tenant: string;
  dimension: Dimension;
  use: QuotaUse | undefined;
  scale: number;
}) {
  const t = useWords();
  const q = t.overview.quotas;
  if (!use) {
    return null;
  }
  const said = (value: number) => amount(t.words.units, dimension, value);
  const exactly = (value: number) => exactAmount(t.words.units, dimension, value);
  const numbers = (told: (value: number) => string) => [
    q.used(told(use.used)),
    ...(use.borrowed > 0 ? [q.borrowed(told(use.borrowed))] : []),
    use.guarantee > 0 ? q.guarantee(told(use.guarantee)) : q.noGuarantee,
    use.ceiling === undefined ? q.noCeiling : q.ceiling(told(use.ceiling)),
  ];
  return (
    <div className={styles.line} title={numbers(exactly).join(t.words.comma)}>
      <span className={styles.dimension}>{t.words.dimension[dimension]}</span>
      <QuotaBar tenant={tenant} use={use} scale={scale} />
      <span className={styles.numbers}>{numbers(said).join(" · ")}</span>
    </div>
  );
}

interface ExportLine {
  quota: Quota;
  use: QuotaUse;
}

function useColumns(): readonly Column<ExportLine>[] {
  const t = useWords();
  return useMemo(() => {
    const c = t.tenants.columns;
    const column = (
      id: keyof typeof c,
      text: (line: ExportLine) => string | number | undefined,
    ): Column<ExportLine> => ({ id, title: c[id], text, cell: () => null });
    return [
      column("tenant", ({ quota }) => quota.metadata.tenant),
      column("pool", ({ quota }) => quota.metadata.name),
      column("dimension", ({ use }) => use.dimension),
      column("used", ({ use }) => use.used),
      column("borrowed", ({ use }) => use.borrowed),
      column("guarantee", ({ use }) => use.guarantee),
      column("ceiling", ({ use }) => use.ceiling),
      column("unit", ({ use }) => t.tenants.unit[use.dimension]),
    ];
  }, [t]);
}
