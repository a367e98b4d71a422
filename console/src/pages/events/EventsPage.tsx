import { Search, X } from "lucide-react";
import { useMemo } from "react";
import { useResource } from "../../api/cache";
import { EVENTS_READ, events } from "../../api/resources";
import { may, useSession } from "../../api/session";
import { navigate, to, useQueryParameter, useWithQuery, withQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { exact } from "../../i18n/numbers";
import { TenantTag } from "../../tenants/TenantTag";
import { Button } from "../../ui/Button";
import { ExportButton } from "../../ui/ExportButton";
import { TextInput } from "../../ui/Field";
import { Forbidden } from "../../ui/Forbidden";
import { Freshness } from "../../ui/Freshness";
import { Link } from "../../ui/Link";
import list from "../../ui/List.module.css";
import { Page } from "../../ui/Page";
import { Select } from "../../ui/Select";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { type Column, Table } from "../../ui/Table";
import { Ago } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import { useAlertPages } from "../alerts/pages";
import { EventDrawer } from "./EventDrawer";
import styles from "./EventsPage.module.css";
import { type Told, kindOf, matches, told } from "./changes";
import { actorText, changeText, eventText } from "./event-text";

const ANY = "*";
/** As many changes as a row names. */
const NAMED = 2;
/** As the contract takes it. */
const AGGREGATE = /^[a-z-]+\/[a-zA-Z0-9._-]+$/;

/** Every change, newest first, as it is made. */
export function EventsPage({ cursor }: { cursor: string | undefined }) {
  const t = useWords();
  const e = t.events;
  const session = useSession();
  const nav = useAlertPages("events");
  const [tenant] = useQueryParameter("tenant");
  const [asked] = useQueryParameter("of");
  const [kind, setKind] = useQueryParameter("kind");
  const [text = "", setText] = useQueryParameter("q");
  const mayRead = may(session, "events.read");
  const aggregate = asked !== undefined && AGGREGATE.test(asked) ? asked : undefined;
  const { data, failure, readAt, reload } = useResource(mayRead ? events(tenant, aggregate) : null);
  const columns = useColumns();
  const all = useMemo(() => data && told(data), [data]);
  const shown = all?.filter((each) => matches(each, kind, text, saidOf(t, each)));
  const filtered = aggregate !== undefined || kind !== undefined || text !== "";
  const kinds: Record<string, string | undefined> = e.kinds;
  if (!mayRead) {
    return <Forbidden title={e.title} permission="events.read" />;
  }
  const clear = () => navigate(withQuery({ of: undefined, kind: undefined, q: undefined }), { replace: true });
  return (
    <Page
      title={e.title}
      freshness={<Freshness readAt={[readAt]} />}
      actions={<ExportButton name="events" columns={columns} rows={shown} />}
    >
      <SubNav {...nav} />
      <div className={list.list}>
        <div className={list.bar}>
          <label className={styles.search}>
            <Search size={14} aria-hidden />
            <TextInput
              type="search"
              aria-label={e.search}
              placeholder={e.search}
              value={text}
              title={e.aggregateHint}
              onChange={(event) => setText(event.target.value || undefined)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && AGGREGATE.test(text.trim())) {
                  navigate(withQuery({ of: text.trim(), q: undefined }), { replace: true });
                }
              }}
            />
          </label>
          <Select
            label={e.kind}
            value={kind ?? ANY}
            onChange={(next) => setKind(next === ANY ? undefined : next)}
            options={[
              { value: ANY, label: e.anyKind },
              ...[...new Set([...Object.keys(kinds), ...(kind === undefined ? [] : [kind])])].map((value) => ({
                value,
                label: kinds[value] ?? value,
              })),
            ]}
          />
          {aggregate !== undefined && (
            <Button icon={<X size={14} />} onClick={() => navigate(withQuery({ of: undefined }), { replace: true })}>
              {e.only(aggregate)}
            </Button>
          )}
          {data && data.length >= EVENTS_READ && <span className={list.faint}>{e.newest(exact(data.length))}</span>}
        </div>
        {failure && !data ? (
          <Failed failure={failure} onRetry={reload} />
        ) : shown === undefined ? (
          <SkeletonRows rows={8} />
        ) : shown.length === 0 ? (
          filtered ? (
            <Empty title={e.noMatchTitle} next={e.noMatchNext}>
              <Button onClick={clear}>{e.clear}</Button>
            </Empty>
          ) : (
            <Empty title={e.emptyTitle} next={e.emptyNext} />
          )
        ) : (
          <Table
            label={e.title}
            columns={columns}
            rows={shown}
            rowKey={(row) => row.event.cursor}
            selected={cursor}
            onOpen={(row) => navigate(withQuery({}, to.event(row.event.cursor)), { replace: cursor !== undefined })}
          />
        )}
      </div>
      {cursor !== undefined && (
        <EventDrawer
          key={cursor}
          told={all?.find((each) => each.event.cursor === cursor)}
          loading={all === undefined}
          onClose={() => navigate(withQuery({}, to.events))}
        />
      )}
    </Page>
  );
}

/** "phase: RUNNING → STOPPING, and 2 more". */
export function changesText(t: Words, { changes }: Told): string {
  const told = changes.filter(({ path }) => path !== "id");
  const named = told.slice(0, NAMED).map((change) => changeText(t, change));
  const rest = told.length - named.length;
  return [...named, ...(rest > 0 ? [t.events.more(rest)] : [])].join(t.words.comma);
}

/** All that a row says. */
function saidOf(t: Words, { event, changes }: Told): string[] {
  return [eventText(t, event), actorText(t, event), ...changes.map((change) => changeText(t, change))];
}

function useColumns(): readonly Column<Told>[] {
  const t = useWords();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const c = t.events.columns;
    const kinds: Record<string, string | undefined> = t.events.kinds;
    return [
      {
        id: "what",
        title: c.what,
        heads: true,
        text: ({ event }) => eventText(t, event),
        cell: ({ event }) => (
          <Link to={linkTo({}, to.event(event.cursor))} className={list.name}>
            {eventText(t, event)}
          </Link>
        ),
      },
      { id: "type", title: c.type, hidden: "always", text: ({ event }) => event.type, cell: () => null },
      {
        id: "aggregate",
        title: c.aggregate,
        text: ({ event }) => event.aggregate,
        cell: ({ event }) => (
          <span title={event.aggregate} className={list.faint}>
            {kinds[kindOf(event)] ?? kindOf(event)}
          </span>
        ),
      },
      {
        id: "tenant",
        title: c.tenant,
        text: ({ event }) => event.tenant,
        cell: ({ event }) => (event.tenant === undefined ? <Unknown /> : <TenantTag name={event.tenant} />),
      },
      { id: "actor", title: c.actor, text: ({ event }) => event.actor, cell: ({ event }) => actorText(t, event) },
      {
        id: "change",
        title: c.change,
        text: (row) => row.changes.map((x) => `${x.path}: ${x.before ?? ""} -> ${x.after ?? ""}`).join("; "),
        cell: (row) =>
          changesText(t, row) === "" ? <Unknown /> : <span className={styles.change}>{changesText(t, row)}</span>,
      },
      {
        id: "at",
        title: c.at,
        align: "right",
        beside: true,
        text: ({ event }) => event.at,
        cell: ({ event }) => <Ago at={event.at} />,
      },
    ];
  }, [t, linkTo]);
}
