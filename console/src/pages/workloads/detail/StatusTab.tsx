import type { ReactNode } from "react";
import type { Workload } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import type { Words } from "../../../i18n/dictionary";
import { Badge } from "../../../ui/Badge";
import { Fact, Facts } from "../../../ui/Facts";
import { Section, Sections } from "../../../ui/Section";
import { Duration, Moment } from "../../../ui/Times";
import { askText } from "../placement-text";
import { PlacementSection } from "./PlacementSection";
import { exitText, reasonText } from "./ending";
import { Why } from "./Why";
import styles from "./StatusTab.module.css";

/** How it stands, why, and where it runs. */
export function StatusTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const { status, spec } = workload;
  const s = t.detail.status;
  const reason = reasonText(t, workload);
  const waits = status.phase === "QUEUED" || status.phase === "REFUSED";
  return (
    <Sections>
      {(status.phase === "FAILED" || status.phase === "REFUSED") && reason !== undefined && (
        <Section>
          <p className={styles.reason} data-phase={status.phase}>
            {reason}
          </p>
        </Section>
      )}
      {waits && <Why workload={workload} />}
      <Section>
        <Facts>
          <Fact name={t.workloads.columns.asks}>{askText(t, spec)}</Fact>
          <Fact name={timeName(t, workload)}>{timeSpent(t, workload)}</Fact>
          {status.phase === "QUEUED" && status.queuePosition !== undefined && (
            <Fact name={s.queue}>{status.queuePosition}</Fact>
          )}
          <Fact name={s.submitted}>
            <Moment at={status.submittedAt} />
          </Fact>
          {status.submittedBy !== undefined && <Fact name={s.submittedBy}>{status.submittedBy}</Fact>}
          {status.startedAt !== undefined && (
            <Fact name={s.started}>
              <Moment at={status.startedAt} />
            </Fact>
          )}
          {status.endedAt !== undefined && (
            <Fact name={s.ended}>
              <Moment at={status.endedAt} /> {status.endInferred && <Badge tone="amber">{s.inferred}</Badge>}
            </Fact>
          )}
          {exitText(t, workload) !== undefined && <Fact name={s.exit}>{exitText(t, workload)}</Fact>}
        </Facts>
      </Section>
      <PlacementSection workload={workload} />
      {!waits && <Why workload={workload} />}
    </Sections>
  );
}

function timeName(t: Words, { status }: Workload): string {
  if (status.startedAt === undefined) {
    return t.detail.status.waitingFor;
  }
  return status.endedAt === undefined ? t.detail.status.runningFor : t.detail.status.ranFor;
}

function timeSpent(t: Words, { status }: Workload): ReactNode {
  if (status.startedAt !== undefined) {
    return <Duration from={status.startedAt} to={status.endedAt} />;
  }
  return status.phase === "QUEUED" || status.phase === "STARTING" ? (
    <Duration from={status.submittedAt} to={undefined} />
  ) : (
    t.words.unknown
  );
}
