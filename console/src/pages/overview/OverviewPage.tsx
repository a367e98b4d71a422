import { useResource } from "../../api/cache";
import { cards, nodes, pools, quotas, workloads } from "../../api/resources";
import { may, useSession } from "../../api/session";
import { navigate, to, useQueryParameter, withQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { useTenants } from "../../tenants/use-tenants";
import { Freshness } from "../../ui/Freshness";
import { Page } from "../../ui/Page";
import { Select } from "../../ui/Select";
import { Empty, Failed } from "../../ui/States";
import { Capacity } from "./Capacity";
import { CardDrawer } from "./CardDrawer";
import { CardMap } from "./CardMap";
import styles from "./OverviewPage.module.css";
import { Firing } from "./Firing";
import { Quotas } from "./Quotas";
import { Running } from "./Running";

/** The pool at a glance: who holds which card, what is free and borrowed, how the quotas stand, what runs. */
export function OverviewPage({ card }: { card: { node: string; index: number } | undefined }) {
  const t = useWords();
  const session = useSession();
  const { names } = useTenants();
  const [tenant] = useQueryParameter("tenant");
  const [poolName, setPool] = useQueryParameter("pool");
  const seesPools = may(session, "pools.read");
  const seesWorkloads = may(session, "workloads.read");
  const poolsRead = useResource(seesPools ? pools : null);
  const nodesRead = useResource(seesPools ? nodes : null);
  const cardsRead = useResource(seesPools ? cards : null);
  const tenantNames = (tenant === undefined ? names : [tenant]).filter((name) => may(session, "quotas.read", name));
  const quotasRead = useResource(tenantNames.length > 0 ? quotas(tenantNames) : null);
  const activeRead = useResource(
    seesWorkloads ? workloads({ tenant, phases: ["QUEUED", "STARTING", "RUNNING", "STOPPING"] }) : null,
  );

  if (!seesPools) {
    return (
      <Page title={t.overview.title}>
        <Empty title={t.problem.forbidden.title} next={t.problem.forbidden.next("pools.read")} />
      </Page>
    );
  }
  const pool = poolsRead.data?.find((each) => each.metadata.name === poolName) ?? poolsRead.data?.[0];
  const failure = poolsRead.failure ?? cardsRead.failure;
  return (
    <Page
      title={t.overview.title}
      freshness={<Freshness readAt={[poolsRead.readAt, cardsRead.readAt, quotasRead.readAt, activeRead.readAt]} />}
      actions={
        poolsRead.data !== undefined &&
        poolsRead.data.length > 1 &&
        pool && (
          <Select
            label={t.overview.pool}
            value={pool.metadata.name}
            onChange={setPool}
            options={poolsRead.data.map((each) => ({ value: each.metadata.name, label: each.metadata.name }))}
          />
        )
      }
    >
      <Firing tenant={tenant} />
      {failure && !cardsRead.data ? (
        <Failed
          failure={failure}
          onRetry={() => {
            poolsRead.reload();
            cardsRead.reload();
          }}
        />
      ) : (
        <>
          <Capacity pool={pool} loading={!poolsRead.data} active={activeRead.data} tenant={tenant} />
          <CardMap
            cards={cardsRead.data?.filter((each) => pool === undefined || each.pool === pool.metadata.name)}
            nodes={nodesRead.data ?? []}
            tenant={tenant}
          />
          <div className={styles.columns}>
            <Quotas pool={pool} quotas={quotasRead.data} loading={tenantNames.length > 0 && !quotasRead.data} />
            {seesWorkloads && <Running active={activeRead.data?.items} />}
          </div>
        </>
      )}
      {card && (
        <CardDrawer
          at={card}
          card={cardsRead.data?.find((each) => each.node === card.node && each.index === card.index)}
          loading={!cardsRead.data}
          onClose={() => navigate(withQuery({}, to.overview))}
        />
      )}
    </Page>
  );
}
