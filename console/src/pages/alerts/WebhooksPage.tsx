import { useMemo } from "react";
import { useGrowing } from "../../api/cache";
import { webhooks } from "../../api/resources";
import { useSession } from "../../api/session";
import type { Webhook } from "../../api/types";
import { useWords } from "../../i18n/language";
import { exact } from "../../i18n/numbers";
import { Badge, type Tone } from "../../ui/Badge";
import { Code } from "../../ui/Code";
import { ExportButton } from "../../ui/ExportButton";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table } from "../../ui/Table";
import { Ago } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import styles from "./Alerts.module.css";
import { useAlertPages } from "./pages";

type State = "active" | "paused" | "failing";

const TONES: Record<State, Tone> = { active: "accent", paused: "neutral", failing: "red" };

/** Where alerts are sent, and whether they arrive. */
export function WebhooksPage() {
  const t = useWords();
  const w = t.webhooks;
  const session = useSession();
  const nav = useAlertPages("webhooks");
  const mayRead = session.permissions.platform.includes("alerts.write");
  const { data, failure, readAt, reload } = useGrowing(mayRead ? webhooks : null);
  const columns = useColumns();
  if (!mayRead) {
    return <Forbidden title={w.title} permission="alerts.write" />;
  }
  return (
    <Page
      title={w.title}
      freshness={<Freshness growing readAt={[readAt]} />}
      actions={<ExportButton name="webhooks" columns={columns} rows={data} />}
    >
      <SubNav {...nav} />
      {data && data.length > 0 && <p className={list.faint}>{w.week}</p>}
      <div className={list.list}>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : data === undefined ? (
          <SkeletonRows rows={3} />
        ) : data.length === 0 ? (
          <Empty title={w.emptyTitle} next={w.emptyNext}>
            <Code text={w.emptyCommand} />
          </Empty>
        ) : (
          <Table label={w.title} columns={columns} rows={data} rowKey={(row) => row.metadata.name} />
        )}
      </div>
    </Page>
  );
}

/** A failure counts until something has arrived: the server forgets it then. */
export function stateOf({ spec, status }: Webhook): State {
  if (spec.active === false) {
    return "paused";
  }
  return status.failed > 0 || (status.failure !== undefined && status.pending > 0) ? "failing" : "active";
}

function useColumns(): readonly Column<Webhook>[] {
  const t = useWords();
  return useMemo(() => {
    const w = t.webhooks;
    const c = w.columns;
    const number = (id: "delivered" | "pending" | "failed"): Column<Webhook> => ({
      id,
      title: c[id],
      align: "right",
      text: (row) => row.status[id],
      cell: (row) => exact(row.status[id]),
    });
    return [
      {
        id: "name",
        title: c.name,
        heads: true,
        text: (row) => row.metadata.name,
        cell: (row) => <span className={list.name}>{row.metadata.name}</span>,
      },
      {
        id: "state",
        title: c.state,
        beside: true,
        text: (row) => w.state[stateOf(row)],
        cell: (row) => (
          <span title={w.stateMeans[stateOf(row)]}>
            <Badge tone={TONES[stateOf(row)]}>{w.state[stateOf(row)]}</Badge>
          </span>
        ),
      },
      {
        id: "url",
        title: c.url,
        text: (row) => row.spec.url,
        cell: (row) => <code className={styles.url}>{row.spec.url}</code>,
      },
      {
        id: "events",
        title: c.events,
        text: (row) => row.spec.events.join(" "),
        cell: (row) => t.words.list(row.spec.events.map((each) => w.events[each])),
      },
      number("delivered"),
      number("pending"),
      number("failed"),
      {
        id: "deliveredAt",
        title: c.deliveredAt,
        align: "right",
        text: (row) => row.status.deliveredAt,
        cell: (row) =>
          row.status.deliveredAt === undefined ? (
            <span className={list.faint}>{w.never}</span>
          ) : (
            <Ago at={row.status.deliveredAt} />
          ),
      },
      {
        id: "failure",
        title: c.failure,
        text: (row) => row.status.failure,
        cell: (row) => (row.status.failure === undefined ? <Unknown /> : <span lang="en">{row.status.failure}</span>),
      },
    ];
  }, [t]);
}
