import { useMemo } from "react";
import { useResource } from "../../api/cache";
import { models } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { Model } from "../../api/types";
import { to, useQueryParameter, useWithQuery } from "../../app/router";
import { useWords } from "../../i18n/language";
import { exact } from "../../i18n/numbers";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { Code } from "../../ui/Code";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table, sorted } from "../../ui/Table";
import { Unknown } from "../../ui/Unknown";
import { sortingOf, sortingText } from "../../ui/sorting";
import { kindsOf } from "./kinds";
import { useModelPages } from "./pages";

/** The models that one may call, and how many engines serve each now. */
export function ModelsPage() {
  const t = useWords();
  const session = useSession();
  const mayRead = may(session, "models.read");
  const nav = useModelPages("models");
  const [tenant] = useQueryParameter("tenant");
  const [sort, setSort] = useQueryParameter("sort");
  const { data, failure, readAt, reload } = useResource(mayRead ? models : null);
  const columns = useColumns();
  const shown =
    data &&
    sorted(
      data.filter((each) => tenant === undefined || each.metadata.tenant === tenant || each.spec.published === true),
      columns,
      sortingOf(sort),
    );
  if (!mayRead) {
    return <Forbidden title={t.serving.models.title} permission="models.read" />;
  }
  return (
    <Page
      title={t.serving.models.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={<ExportButton name="models" columns={columns} rows={shown} />}
    >
      <SubNav {...nav} />
      <div className={list.list}>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={6} />
        ) : shown.length === 0 ? (
          <Empty title={t.serving.models.emptyTitle} next={t.serving.models.emptyNext}>
            <Code text={t.serving.models.emptyCommand} />
          </Empty>
        ) : (
          <Table
            label={t.serving.models.title}
            columns={columns}
            rows={shown}
            rowKey={(row) => `${row.metadata.tenant ?? ""}/${row.metadata.name}`}
            sorting={sortingOf(sort)}
            onSort={(next) => setSort(sortingText(next))}
          />
        )}
      </div>
    </Page>
  );
}

function useColumns(): readonly Column<Model>[] {
  const t = useWords();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const m = t.serving.models;
    const c = m.columns;
    const tokens = (count: number) => m.tokens(exact(count));
    return [
      {
        id: "model",
        title: c.model,
        heads: true,
        order: (row) => row.metadata.name,
        text: (row) => row.metadata.name,
        cell: (row) => (
          <span className={list.badges}>
            <span className={list.name}>{row.metadata.name}</span>
            {row.status.simulated && <Badge tone="dotted">{t.words.simulated}</Badge>}
          </span>
        ),
      },
      {
        id: "owner",
        title: c.owner,
        order: (row) => row.metadata.tenant ?? "",
        text: (row) => row.metadata.tenant,
        cell: (row) => <TenantTag name={row.metadata.tenant ?? ""} />,
      },
      {
        id: "access",
        title: c.access,
        order: (row) => (row.spec.published ? 0 : 1),
        text: (row) => (row.spec.published ? m.published : m.private),
        cell: (row) => (
          <span title={row.spec.published ? m.publishedMeans : m.privateMeans}>
            <Badge tone={row.spec.published ? "blue" : "neutral"}>{row.spec.published ? m.published : m.private}</Badge>
          </span>
        ),
      },
      {
        id: "kinds",
        title: c.kinds,
        text: (row) => kindsOf(row.spec).join("; "),
        cell: (row) =>
          kindsOf(row.spec)
            .map((kind) => m.kind[kind])
            .join(t.words.comma),
      },
      {
        id: "context",
        title: c.context,
        align: "right",
        order: (row) => row.spec.contextTokens,
        text: (row) => row.spec.contextTokens,
        cell: (row) => tokens(row.spec.contextTokens),
      },
      {
        id: "output",
        title: c.output,
        align: "right",
        hidden: "narrow",
        order: (row) => row.spec.outputCeilingTokens ?? 0,
        text: (row) => row.spec.outputCeilingTokens,
        cell: (row) =>
          row.spec.outputCeilingTokens === undefined ? (
            <span className={list.faint}>{m.noCeiling}</span>
          ) : (
            tokens(row.spec.outputCeilingTokens)
          ),
      },
      {
        id: "engines",
        title: c.engines,
        align: "right",
        order: (row) => row.status.readyEndpoints,
        text: (row) => `${row.status.readyEndpoints}/${row.status.endpoints}`,
        cell: (row) =>
          row.status.endpoints === 0 ? (
            <span className={list.faint} title={m.notServed}>
              {m.noEngines}
            </span>
          ) : (
            <Link to={linkTo({ model: row.metadata.name, sort: undefined }, to.engines)} className={list.link}>
              {m.ready(row.status.readyEndpoints, row.status.endpoints)}
            </Link>
          ),
      },
      {
        id: "try",
        title: m.try,
        align: "right",
        cell: (row) =>
          kindsOf(row.spec).includes("CHAT") ? (
            <Link
              to={linkTo({ model: row.metadata.name, sort: undefined }, to.playground)}
              className={list.act}
              aria-label={m.tryIt(row.metadata.name)}
            >
              {m.try}
            </Link>
          ) : (
            <Unknown />
          ),
      },
    ];
  }, [t, linkTo]);
}
