import { useResource } from "../../../api/cache";
import { workloadEvents } from "../../../api/resources";
import type { Workload } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import { Section, Sections } from "../../../ui/Section";
import { Empty, Failed, SkeletonRows } from "../../../ui/States";
import { Moment, ZoneNote } from "../../../ui/Times";
import { PhaseMark } from "../PhaseBadge";
import styles from "./TimelineTab.module.css";
import { happened, isOf } from "./happened";

/** What happened to it, newest first; one entry an event. */
export function TimelineTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const { data, failure, reload } = useResource(workloadEvents(workload.metadata.tenant ?? "", workload.metadata.name));
  if (!data) {
    return failure ? <Failed failure={failure} onRetry={reload} /> : <SkeletonRows rows={5} />;
  }
  const own = data.filter((event) => isOf(event, workload.metadata.id));
  if (own.length === 0) {
    return <Empty title={t.detail.timeline.emptyTitle} next={t.detail.timeline.emptyNext} />;
  }
  return (
    <Sections>
      <Section>
        <ol className={styles.timeline}>
          {own.map((event, index) => {
            const { phase, title, notes } = happened(t, event, own[index + 1]);
            return (
              <li key={event.cursor} className={styles.event}>
                <PhaseMark phase={phase} />
                <div className={styles.what}>
                  <span className={styles.title}>{title}</span>
                  <span className={styles.notes}>{notes.join(" · ")}</span>
                </div>
                <div className={styles.when}>
                  <Moment at={event.at} />
                  <span>{t.detail.timeline.by(event.actor)}</span>
                </div>
              </li>
            );
          })}
        </ol>
        <ZoneNote />
      </Section>
    </Sections>
  );
}
