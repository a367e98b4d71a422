import type { ReactNode } from "react";
import type { Workload } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { Badge } from "../../../ui/Badge";
import { Code } from "../../../ui/Code";
import { Fact, Facts } from "../../../ui/Facts";
import { Section, Sections } from "../../../ui/Section";
import { Duration, Moment, ZoneNote } from "../../../ui/Times";
import { askText, commandText } from "../placement-text";
import { PlacementSection } from "./PlacementSection";
import { ServesSection } from "./ServesSection";
import { exitOf, reasonText } from "./ending";
import { Why } from "./Why";
import styles from "./StatusTab.module.css";

/** How it stands, why, what it runs and where. */
export function StatusTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const { status, spec } = workload;
  const s = t.detail.status;
  const reason = reasonText(t, workload);
  const exit = exitOf(t, workload);
  const waits = status.phase === "QUEUED" || status.phase === "REFUSED";
  return (
    <Sections>
      {status.phase === "FAILED" && reason !== undefined && (
        <Section>
          <p className={styles.reason}>{reason}</p>
        </Section>
      )}
      {waits && <Why workload={workload} />}
      <Section>
        <Facts>
          <Fact name={t.workloads.columns.asks}>{askText(t, spec)}</Fact>
          <TimeSpent workload={workload} />
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
          {exit && <Fact name={exit.name}>{exit.value}</Fact>}
        </Facts>
        <ZoneNote />
      </Section>
      <Section title={s.command}>
        <Code text={commandText(spec.command)} />
      </Section>
      <ServesSection workload={workload} />
      <PlacementSection workload={workload} />
      {/* What left the queue without having run waits for nothing any more. */}
      {!waits && status.placement && <Why workload={workload} />}
    </Sections>
  );
}

/** How long it has run or waits; what has left the queue without having run has neither. */
function TimeSpent({ workload: { status } }: { workload: Workload }): ReactNode {
  const s = useWords().detail.status;
  if (status.startedAt !== undefined) {
    return (
      <Fact name={status.endedAt === undefined ? s.runningFor : s.ranFor}>
        <Duration from={status.startedAt} to={status.endedAt} />
      </Fact>
    );
  }
  return (
    (status.phase === "QUEUED" || status.phase === "STARTING") && (
      <Fact name={s.waitingFor}>
        <Duration from={status.submittedAt} to={undefined} />
      </Fact>
    )
  );
}
