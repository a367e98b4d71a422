import { useMemo } from "react";
import type { WellfieldEvent } from "../../api/types";
import { to } from "../../app/router";
import { useWords } from "../../i18n/language";
import type { Change } from "../../model/diff";
import { TenantTag } from "../../tenants/TenantTag";
import { ButtonLink } from "../../ui/Button";
import { Code } from "../../ui/Code";
import { Drawer } from "../../ui/Drawer";
import { Fact, Facts } from "../../ui/Facts";
import list from "../../ui/List.module.css";
import { Section, Sections } from "../../ui/Section";
import { Empty, SkeletonRows } from "../../ui/States";
import { type Column, Table } from "../../ui/Table";
import { Moment } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import styles from "./EventsPage.module.css";
import { type Told, kindOf, nameOf } from "./changes";
import { actorText, eventText, fieldText, valueText } from "./event-text";

interface Props {
  told: Told | undefined;
  loading: boolean;
  onClose: () => void;
}

/** One change: who, when, and what differs since. */
export function EventDrawer({ told, loading, onClose }: Props) {
  const t = useWords();
  const d = t.events.detail;
  return (
    <Drawer
      title={told ? eventText(t, told.event) : t.events.title}
      aside={told?.event.tenant !== undefined && <TenantTag name={told.event.tenant} />}
      onClose={onClose}
    >
      {told ? (
        <Detail told={told} />
      ) : loading ? (
        <SkeletonRows rows={6} />
      ) : (
        <Empty title={d.missing} next={d.missingNext} />
      )}
    </Drawer>
  );
}

function Detail({ told: { event, changes } }: { told: Told }) {
  const t = useWords();
  const d = t.events.detail;
  const columns = useColumns();
  const here = placeOf(event);
  const created = event.before === undefined && changes.every((change) => change.before === undefined);
  const ofIt = `${to.events}?${new URLSearchParams({
    of: event.aggregate,
    ...(event.tenant !== undefined && { tenant: event.tenant }),
  }).toString()}`;
  return (
    <Sections>
      <Section>
        <Facts>
          <Fact name={d.when}>
            <Moment at={event.at} />
          </Fact>
          <Fact name={d.by}>{actorText(t, event)}</Fact>
          <Fact name={d.of}>
            <code>{event.aggregate}</code>
          </Fact>
          <Fact name={t.events.columns.type}>
            <code>{event.type}</code>
          </Fact>
          <Fact name={d.version}>{event.version ?? <Unknown />}</Fact>
          <Fact name={d.cursor}>
            <code>{event.cursor}</code>
          </Fact>
        </Facts>
        <div className={styles.links}>
          {here !== undefined && <ButtonLink to={here}>{d.open}</ButtonLink>}
          <ButtonLink look="quiet" to={ofIt}>
            {d.others}
          </ButtonLink>
        </div>
      </Section>
      {changes.length === 0 ? (
        <Section title={d.differences}>
          <p className={list.faint}>{event.after === undefined ? d.none : d.same}</p>
        </Section>
      ) : (
        <Section title={d.differences} note={created ? d.created : t.events.changes(changes.length)} flush>
          <Table label={d.differences} columns={columns} rows={changes} rowKey={(change) => change.path} />
        </Section>
      )}
      {event.after !== undefined && (
        <Section title={d.whole}>
          <Code text={JSON.stringify(event.after, null, 2)} />
        </Section>
      )}
    </Sections>
  );
}

function useColumns(): readonly Column<Change>[] {
  const t = useWords();
  const d = t.events.detail;
  return useMemo(
    () => [
      {
        id: "field",
        title: d.field,
        heads: true,
        cell: (row) => <span title={row.path}>{fieldText(t, row.path)}</span>,
      },
      {
        id: "before",
        title: d.before,
        cell: (row) =>
          row.before === undefined ? (
            <span className={list.faint}>{d.absent}</span>
          ) : (
            <span className={styles.before}>{valueText(t, row.path, row.before)}</span>
          ),
      },
      {
        id: "after",
        title: d.after,
        cell: (row) =>
          row.after === undefined ? (
            <span className={list.faint}>{d.absent}</span>
          ) : (
            <span className={styles.value}>{valueText(t, row.path, row.after)}</span>
          ),
      },
    ],
    [t, d],
  );
}

/** Where the console shows what an event is about. */
function placeOf(event: WellfieldEvent): string | undefined {
  switch (kindOf(event)) {
    case "workload":
      return event.tenant === undefined ? undefined : to.workload(event.tenant, nameOf(event));
    case "quota":
      return event.tenant === undefined ? undefined : to.quota(event.tenant, nameOf(event));
    case "model":
      return to.models;
    case "alert":
      return to.alert(nameOf(event));
    case "webhook":
      return to.webhooks;
    case "node":
    case "pool":
      return to.overview;
    case "tenant":
      return `${to.tenants}?tenant=${encodeURIComponent(nameOf(event))}`;
    case "principal":
    case "member":
      return to.person(nameOf(event));
    case "invitation":
      return to.invitations;
    case "api-key":
      return to.keys;
    default:
      return undefined;
  }
}
