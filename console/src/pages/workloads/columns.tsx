import { useMemo } from "react";
import { PHASES, type Workload, isActive } from "../../api/types";
import { to, useWithQuery } from "../../app/router";
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
        cell: (row) => <TenantTag name={row.metadata.tenant ?? ""} />,
      },
      {
        id: "asks",
        title: c.asks,
        order: (row) => row.spec.cards ?? 1,
        cell: (row) => askText(t, row.spec),
      },
      {
        id: "placement",
        title: c.placement,
        order: (row) => (row.status.placement ? placeText(t, row) : ""),
        cell: (row) =>
          row.status.placement ? (
            <span className={styles.place}>
              {placeText(t, row)}
              {row.status.placement.borrowed && isActive(row.status.phase) && (
                <Badge>{t.overview.cards.borrowed}</Badge>
              )}
            </span>
          ) : (
            <Unknown />
          ),
      },
      {
        id: "isolation",
        title: c.isolation,
        hidden: "narrow",
        order: (row) => row.status.placement?.isolation ?? "",
        cell: (row) => (row.status.placement ? t.words.isolation[row.status.placement.isolation] : <Unknown />),
      },
      {
        id: "submitted",
        title: c.submitted,
        align: "right",
        order: (row) => row.status.submittedAt,
        cell: (row) => <Ago at={row.status.submittedAt} />,
      },
      {
        id: "duration",
        title: c.duration,
        align: "right",
        hidden: "phone",
        cell: (row) =>
          row.status.startedAt === undefined ? (
            <Unknown />
          ) : (
            <Duration from={row.status.startedAt} to={row.status.endedAt} />
          ),
      },
    ];
  }, [t, linkTo]);
}
