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
import { Why } from "./Why";
import styles from "./StatusTab.module.css";

/** How it stands, why, and where it runs. */
export function StatusTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const { status, spec } = workload;
  const s = t.detail.status;
  const waits = status.phase === "QUEUED" || status.phase === "REFUSED";
  return (
    <Sections>
      {status.outOfMemory && (
        <Section>
          <p className={styles.alarm}>{s.outOfMemory}</p>
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

function exitText(t: Words, { status }: Workload): string | undefined {
  if (status.exitSignal !== undefined) {
    return t.detail.status.exitSignal(signalName(status.exitSignal));
  }
  return status.exitCode === undefined ? undefined : t.detail.status.exitCode(status.exitCode);
}

/** The signals that end processes, by their numbers on Linux. */
function signalName(signal: number): string {
  const names: Record<number, string> = {
    1: "SIGHUP",
    2: "SIGINT",
    6: "SIGABRT",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    15: "SIGTERM",
  };
  return names[signal] ?? String(signal);
}
