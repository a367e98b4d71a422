import { useMemo } from "react";
import { PHASES, type Workload, isActive } from "../../api/types";
import { to, useWithQuery } from "../../app/router";
import type { Words } from "../../i18n/dictionary";
import { useWords } from "../../i18n/language";
import { TenantTag } from "../../tenants/TenantTag";
import { Badge } from "../../ui/Badge";
import { Link } from "../../ui/Link";
import type { Column } from "../../ui/Table";
import { Ago, Duration } from "../../ui/Times";
import { Unknown } from "../../ui/Unknown";
import { PhaseBadge } from "./PhaseBadge";
import styles from "./columns.module.css";
import { askText, placeText } from "./placement-text";

export function workloadKey(workload: Workload): string {
  return `${workload.metadata.tenant ?? ""}/${workload.metadata.name}`;
}

/** The columns of the list of workloads. */
export function useColumns(): readonly Column<Workload>[] {
  const t = useWords();
  const linkTo = useWithQuery();
  return useMemo(() => {
    const c = t.workloads.columns;
    return [
      {
        id: "workload",
        title: c.workload,
        heads: true,
        order: (row) => row.metadata.name,
        text: (row) => row.metadata.name,
        cell: (row) => (
          <span className={styles.workload}>
            <Link to={linkTo({}, to.workload(row.metadata.tenant ?? "", row.metadata.name))} className={styles.name}>
              {row.metadata.name}
            </Link>
            <span className={styles.type}>{t.words.type[row.spec.type]}</span>
          </span>
        ),
      },
      {
        id: "phase",
        title: c.phase,
        beside: true,
        order: (row) => PHASES.indexOf(row.status.phase),
        text: (row) => row.status.phase,
        cell: (row) => (
          <span className={styles.phase}>
            <PhaseBadge phase={row.status.phase} />
            {row.status.phase === "QUEUED" && row.status.queuePosition !== undefined && (
              <span className={styles.faint}>{t.workloads.queuePosition(row.status.queuePosition)}</span>
            )}
          </span>
        ),
      },
      {
        id: "tenant",
        title: c.tenant,
        order: (row) => row.metadata.tenant ?? "",
        text: (row) => row.metadata.tenant,
        cell: (row) => <TenantTag name={row.metadata.tenant ?? ""} />,
      },
      {
        id: "asks",
        title: c.asks,
        order: (row) => row.spec.cards ?? 1,
        text: (row) => askText(t, row.spec).replaceAll("\u00a0", " "),
        cell: (row) => askText(t, row.spec),
      },
      {
        id: "placement",
        title: c.placement,
        order: (row) => (row.status.placement ? placeText(t, row) : ""),
        text: (row) => (row.status.placement ? placeText(t, row) : undefined),
        cell: (row) =>
          row.status.placement ? (
            <span className={styles.place}>
              {placeText(t, row)}
              {row.status.placement.borrowed && isActive(row.status.phase) && (
                <Badge>{t.overview.cards.borrowed}</Badge>
              )}
            </span>
          ) : (
            <NoPlace workload={row} />
          ),
      },
      {
        id: "isolation",
        title: c.isolation,
        hidden: "narrow",
        order: (row) => row.status.placement?.isolation ?? "",
        text: (row) => row.status.placement?.isolation,
        cell: (row) => <IsolationOf workload={row} />,
      },
      {
        id: "submitted",
        title: c.submitted,
        align: "right",
        order: (row) => row.status.submittedAt,
        text: (row) => row.status.submittedAt,
        cell: (row) => (
          <span>
            <span className={styles.word}>{t.workloads.submitted} </span>
            <Ago at={row.status.submittedAt} />
          </span>
        ),
      },
      {
        id: "duration",
        title: c.duration,
        align: "right",
        cell: (row) => <TimeOf workload={row} />,
      },
    ];
  }, [t, linkTo]);
}

/** Why it runs nowhere, in a few words. */
function NoPlace({ workload }: { workload: Workload }) {
  const text = noPlaceText(useWords(), workload);
  return text === undefined ? <Unknown /> : <span className={styles.faint}>{text}</span>;
}

/** Undefined of what has ended otherwise than by being refused. */
function noPlaceText(t: Words, { status }: Workload): string | undefined {
  const { short, verdict } = t.explanation;
  switch (status.phase) {
    case "QUEUED":
      return status.waitsFor ? short.waits(short[status.waitsFor.code]) : verdict.QUEUED;
    case "REFUSED":
      return status.reason === "OVER_QUOTA"
        ? short.refused(short.QUOTA_CEILING)
        : status.reason === "ISOLATION_UNAVAILABLE"
          ? short.refused(short.ISOLATION)
          : verdict.REFUSED;
    default:
      return undefined;
  }
}

/** The isolation that it has; before it runs, the one that it asks for. */
function IsolationOf({ workload: { spec, status } }: { workload: Workload }) {
  const t = useWords();
  if (status.placement) {
    return t.words.isolation[status.placement.isolation];
  }
  if (status.phase !== "QUEUED" || spec.cards === 0) {
    return <Unknown />;
  }
  const natural = spec.share === undefined || spec.share.migProfile !== undefined ? "HARD" : "SOFT";
  return <span className={styles.faint}>{t.words.isolation[spec.isolation ?? natural]}</span>;
}

/** How long it ran or has waited so far. */
function TimeOf({ workload: { status } }: { workload: Workload }) {
  const t = useWords();
  if (status.startedAt !== undefined) {
    return (
      <span>
        <span className={styles.word}>{t.workloads.ran} </span>
        <Duration from={status.startedAt} to={status.endedAt} />
      </span>
    );
  }
  return status.phase === "QUEUED" || status.phase === "STARTING" ? (
    <span className={styles.faint}>
      {t.workloads.waits} <Duration from={status.submittedAt} to={undefined} />
    </span>
  ) : (
    <Unknown />
  );
}
