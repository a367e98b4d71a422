import { useMemo } from "react";
import { useGrowing } from "../../api/cache";
import { ALERTS_READ, alerts, signals } from "../../api/resources";
import { serverNow } from "../../api/server-clock";
import { may, useSession } from "../../api/session";
import type { Alert, AlertPhase, SeenSignal } from "../../api/types";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import { alertText } from "../../i18n/alert-text";
import { useWords } from "../../i18n/language";
import { exact } from "../../i18n/numbers";
import { TenantTag } from "../../tenants/TenantTag";
import { ButtonLink } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { Figure, Figures } from "../../ui/Figures";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Segmented } from "../../ui/Segmented";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table } from "../../ui/Table";
import { Ago, Duration } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import { SeverityBadge, SimulatedMark, StateBadge } from "./AlertBadges";
import { AlertDrawer } from "./AlertDrawer";
import styles from "./Alerts.module.css";
import { useAlertPages } from "./pages";

type Show = "open" | "resolved" | "all";

const STATES: Record<Show, readonly AlertPhase[]> = {
  open: ["FIRING", "PENDING"],
  resolved: ["RESOLVED"],
  all: ["FIRING", "PENDING", "RESOLVED"],
};
/** What needs a hand comes first. */
const RANK: Record<AlertPhase, number> = { FIRING: 0, PENDING: 1, RESOLVED: 2 };

/** What is wrong now, what may become so, and what was. */
export function AlertsPage({ name }: { name: string | undefined }) {
  const t = useWords();
  const a = t.alerts;
  const session = useSession();
  const nav = useAlertPages("alerts");
  const [tenant] = useQueryParameter("tenant");
  const [asked, setShow] = useQueryParameter("show");
  const show: Show = asked === "resolved" || asked === "all" ? asked : "open";
  const mayRead = may(session, "alerts.read");
  const { data, failure, readAt, reload } = useGrowing(mayRead ? alerts(tenant, STATES[show]) : null);
  const watched = useGrowing(mayRead ? signals(tenant) : null);
  const columns = useColumns();
  const shown = useMemo(() => data && [...data].sort((x, y) => RANK[x.state] - RANK[y.state]), [data]);
  if (!mayRead) {
    return <Forbidden title={a.title} permission="alerts.read" />;
  }
  const other: Show = show === "resolved" ? "open" : "resolved";
  return (
    <Page
      title={a.title}
      freshness={<Freshness growing readAt={[readAt]} />}
      actions={<ExportButton name={`alerts-${show}`} columns={columns} rows={shown} />}
    >
      <SubNav {...nav} />
      <Summary tenant={tenant} watched={watched.data} />
      <div className={list.list}>
        <div className={list.bar}>
          <Segmented
            label={a.show}
            value={show}
            options={[
              { value: "open", label: a.open },
              { value: "resolved", label: a.resolved },
              { value: "all", label: a.all },
            ]}
            onChange={(next) => setShow(next === "open" ? undefined : next)}
          />
          {data && data.length >= ALERTS_READ && <span className={list.faint}>{a.newest(exact(data.length))}</span>}
        </div>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={4} />
        ) : shown.length === 0 ? (
          <Empty
            title={show === "resolved" ? a.emptyResolvedTitle : a.emptyTitle}
            next={show === "resolved" ? a.emptyResolvedNext : a.emptyNext}
          >
            {show !== "all" && (
              <ButtonLink to={withQuery({ show: other === "open" ? undefined : other }, to.alerts)}>
                {other === "open" ? a.showOpen : a.showResolved}
              </ButtonLink>
            )}
          </Empty>
        ) : (
          <Table
            label={a.title}
            columns={columns}
            rows={shown}
            rowKey={(row) => row.id}
            selected={shown.find((each) => each.name === name)?.id}
            onOpen={(row) => navigate(withQuery({}, to.alert(row.name)), { replace: name !== undefined })}
          />
        )}
      </div>
      {name !== undefined && <AlertDrawer key={name} name={name} onClose={() => navigate(withQuery({}, to.alerts))} />}
    </Page>
  );
}

/** How many there are, and that something is watched at all. */
function Summary({ tenant, watched }: { tenant: string | undefined; watched: readonly SeenSignal[] | undefined }) {
  const t = useWords();
  const f = t.alerts.figures;
  const { data } = useGrowing(alerts(tenant, STATES.open));
  const count = (state: AlertPhase) => data && exact(data.filter((each) => each.state === state).length);
  const kinds = (kind: string) => (watched ?? []).filter(({ signal }) => signal.kind === kind).length;
  const cards = kinds("CARD");
  return (
    <Figures>
      <Figure name={f.firing}>{count("FIRING") ?? <Unknown />}</Figure>
      <Figure name={f.pending}>{count("PENDING") ?? <Unknown />}</Figure>
      <Figure
        name={f.watched}
        note={
          watched &&
          f.watchedText(exact(kinds("QUOTA")), exact(kinds("ENGINE")), cards === 0 ? undefined : exact(cards))
        }
      >
        {watched ? exact(watched.length) : <Unknown />}
      </Figure>
    </Figures>
  );
}

function useColumns(): readonly Column<Alert>[] {
  const t = useWords();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const c = t.alerts.columns;
    return [
      {
        id: "what",
        title: c.what,
        heads: true,
        text: (row) => alertText(t, row),
        cell: (row) => (
          <span className={styles.what}>
            <span className={list.badges}>
              <Link to={linkTo({}, to.alert(row.name))} className={list.name}>
                {t.alerts.rule[row.rule]}
              </Link>
              <SimulatedMark alert={row} />
            </span>
            <span className={list.faint}>{alertText(t, row)}</span>
          </span>
        ),
      },
      {
        id: "state",
        title: c.state,
        beside: true,
        text: (row) => row.state,
        cell: (row) => <StateBadge alert={row} />,
      },
      {
        id: "severity",
        title: c.severity,
        text: (row) => row.severity,
        cell: (row) => <SeverityBadge alert={row} />,
      },
      {
        id: "tenant",
        title: c.tenant,
        text: (row) => row.tenant,
        cell: (row) => (row.tenant === undefined ? <Unknown /> : <TenantTag name={row.tenant} />),
      },
      {
        id: "by",
        title: c.by,
        text: (row) => row.acknowledgedBy,
        cell: (row) => row.acknowledgedBy ?? <Unknown />,
      },
      { id: "since", title: c.since, align: "right", text: (row) => row.since, cell: (row) => <Ago at={row.since} /> },
      {
        id: "lasted",
        title: c.lasted,
        align: "right",
        text: (row) => seconds(row),
        cell: (row) => <Duration from={row.since} to={row.resolvedAt} />,
      },
      ...fileColumns(c),
    ];
  }, [t, linkTo]);
}

function fileColumns(c: Record<string, string>): Column<Alert>[] {
  const only = (id: string, text: (row: Alert) => string | number | undefined): Column<Alert> => ({
    id,
    title: c[id] ?? id,
    hidden: "always",
    text,
    cell: () => null,
  });
  return [
    only("name", (row) => row.name),
    only("rule", (row) => row.rule),
    only("value", (row) => row.value),
    only("threshold", (row) => row.threshold),
    only("firedAt", (row) => row.firedAt),
    only("resolvedAt", (row) => row.resolvedAt),
    only("note", (row) => row.acknowledgedNote),
  ];
}

function seconds({ since, resolvedAt }: Alert): number {
  const end = resolvedAt === undefined ? serverNow() : Date.parse(resolvedAt);
  return Math.max(0, Math.round((end - Date.parse(since)) / 1000));
}
