import { X } from "lucide-react";
import { useMemo } from "react";
import { useGrowing } from "../../api/cache";
import { endpoints } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { Endpoint } from "../../api/types";
import { to, useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { Button, ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table, sorted } from "../../ui/Table";
import { Ago, Moment } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import { sortingOf, sortingText } from "../../ui/sorting";
import { useModelPages } from "./pages";

/** The engines that serve models now, each a workload. */
export function EnginesPage() {
  const t = useWords();
  const e = t.serving.engines;
  const session = useSession();
  const mayRead = may(session, "models.read");
  const nav = useModelPages("engines");
  const [tenant] = useQueryParameter("tenant");
  const [model, setModel] = useQueryParameter("model");
  const [sort, setSort] = useQueryParameter("sort");
  const { data, failure, readAt, reload } = useGrowing(mayRead ? endpoints : null);
  const columns = useColumns();
  const shown =
    data &&
    sorted(
      data.filter(
        (each) => (tenant === undefined || each.tenant === tenant) && (model === undefined || each.model === model),
      ),
      columns,
      sortingOf(sort),
    );
  if (!mayRead) {
    return <Forbidden title={e.title} permission="models.read" />;
  }
  return (
    <Page
      title={e.title}
      freshness={<Freshness growing readAt={[readAt]} />}
      actions={<ExportButton name="engines" columns={columns} rows={shown} />}
    >
      <SubNav {...nav} />
      <div className={list.list}>
        {model !== undefined && (
          <div className={list.bar}>
            <Button icon={<X size={14} />} title={e.clear} onClick={() => setModel(undefined)}>
              {e.of(model)}
            </Button>
          </div>
        )}
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={6} />
        ) : shown.length === 0 ? (
          <Empty title={model === undefined ? e.emptyTitle : e.noneOf(model)} next={e.emptyNext}>
            {may(session, "workloads.submit") && (
              <ButtonLink look="primary" to={to.submit}>
                {t.workloads.submit}
              </ButtonLink>
            )}
          </Empty>
        ) : (
          <Table
            label={e.title}
            columns={columns}
            rows={shown}
            rowKey={(row) => `${row.tenant}/${row.workload} ${row.url}`}
            sorting={sortingOf(sort)}
            onSort={(next) => setSort(sortingText(next))}
          />
        )}
      </div>
    </Page>
  );
}

function useColumns(): readonly Column<Endpoint>[] {
  const t = useWords();
  return useMemo(() => {
    const e = t.serving.engines;
    const c = e.columns;
    return [
      {
        id: "engine",
        title: c.engine,
        heads: true,
        order: (row) => row.workload,
        text: (row) => row.workload,
        cell: (row) => (
          <span className={list.badges}>
            <Link to={to.workload(row.tenant, row.workload)} className={list.name}>
              {row.workload}
            </Link>
            {row.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
          </span>
        ),
      },
      {
        id: "state",
        title: c.state,
        beside: true,
        order: (row) => (row.ready ? 0 : 1),
        text: (row) => (row.ready ? e.ready : e.notReady),
        cell: (row) => <State endpoint={row} />,
      },
      {
        id: "model",
        title: c.model,
        order: (row) => row.model,
        text: (row) => row.model,
        cell: (row) => row.model,
      },
      {
        id: "tenant",
        title: c.tenant,
        order: (row) => row.tenant,
        text: (row) => row.tenant,
        cell: (row) => <TenantTag name={row.tenant} />,
      },
      { id: "type", title: c.type, order: (row) => row.engine, text: (row) => row.engine, cell: (row) => row.engine },
      {
        id: "heartbeat",
        title: c.heartbeat,
        align: "right",
        order: (row) => row.heartbeatAt ?? "",
        text: (row) => row.heartbeatAt,
        cell: (row) => (row.heartbeatAt === undefined ? <Unknown /> : <Ago at={row.heartbeatAt} />),
      },
      {
        id: "since",
        title: c.since,
        align: "right",
        hidden: "narrow",
        order: (row) => row.since ?? "",
        text: (row) => row.since,
        cell: (row) => (row.since === undefined ? <Unknown /> : <Moment at={row.since} />),
      },
      {
        id: "url",
        title: c.url,
        hidden: "narrow",
        text: (row) => row.url,
        cell: (row) => <code>{row.url}</code>,
      },
    ];
  }, [t]);
}

function State({ endpoint: { ready, heartbeatAt } }: { endpoint: Endpoint }) {
  const e = useWords().serving.engines;
  if (!ready && heartbeatAt !== undefined) {
    return (
      <span title={e.silentMeans}>
        <Badge tone="red">{e.silent}</Badge>
      </span>
    );
  }
  return <Badge tone={ready ? "accent" : "amber"}>{ready ? e.ready : e.notReady}</Badge>;
}
