import { Pause, Play, WrapText } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LogView } from "../../../api/log";
import { type Workload, isActive } from "../../../api/types";
import { useWords } from "../../../i18n/language";
import type { Words } from "../../../i18n/dictionary";
import { bytes, exact } from "../../../i18n/numbers";
import { Button } from "../../../ui/Button";
import { CopyButton } from "../../../ui/Code";
import { Empty } from "../../../ui/States";
import styles from "./LogTab.module.css";
import { useLog } from "./use-log";

/** The log as it is written. Scrolling up pauses; what comes meanwhile waits and is counted. */
export function LogTab({ workload }: { workload: Workload }) {
  const t = useWords();
  const tenant = workload.metadata.tenant ?? "";
  const begun = workload.status.startedAt !== undefined;
  const { view, shown, waiting, paused, setPaused } = useLog(tenant, workload.metadata.name, begun);
  const [wrap, setWrap] = useState(true);
  const ended = view.state === "ended";
  if (!begun) {
    const next = isActive(workload.status.phase) ? t.detail.log.notStarted : t.detail.log.neverStarted;
    return <Empty title={t.detail.log.emptyTitle} next={next} />;
  }
  return (
    <div className={styles.log}>
      <div className={styles.bar}>
        <span className={styles.state} data-state={paused ? "paused" : view.state} role="status">
          <span className={styles.dot} aria-hidden />
          {stateText(t, view, paused, waiting)}
        </span>
        <span className={styles.tools}>
          <Button
            look="quiet"
            aria-pressed={wrap}
            aria-label={t.detail.log.wrap}
            title={t.detail.log.wrap}
            icon={<WrapText size={14} />}
            onClick={() => setWrap(!wrap)}
          />
          <CopyButton text={() => view.lines.join("\n")} label={t.frame.copy} />
          {!ended && (
            <Button icon={paused ? <Play size={14} /> : <Pause size={14} />} onClick={() => setPaused(!paused)}>
              {paused ? t.detail.log.follow : t.detail.log.pause}
            </Button>
          )}
        </span>
      </div>
      {shown.length === 0 ? (
        <Empty title={t.detail.log.emptyTitle} next={ended ? t.detail.log.emptyEnded : t.detail.log.emptyNext} />
      ) : (
        <Lines shown={shown} view={view} wrap={wrap} paused={paused} onPause={setPaused} />
      )}
    </div>
  );
}

function stateText(t: Words, view: LogView, paused: boolean, waiting: number): string {
  const words = t.detail.log;
  if (view.state === "ended") {
    return words.ended;
  }
  if (paused) {
    return words.paused(waiting);
  }
  switch (view.state) {
    case "connecting":
      return words.connecting;
    case "lost":
      return words.lost;
    case "following":
      return words.following;
  }
}

/** Closer to the end than this counts as at the end. */
const NEAR_END_PX = 24;

interface LinesProps {
  shown: readonly string[];
  view: LogView;
  wrap: boolean;
  paused: boolean;
  onPause: (paused: boolean) => void;
}

function Lines({ shown, view, wrap, paused, onPause }: LinesProps) {
  const t = useWords();
  const box = useRef<HTMLDivElement>(null);
  const scrolledByUs = useRef(false);
  useLayoutEffect(() => {
    if (!paused && box.current) {
      scrolledByUs.current = true;
      box.current.scrollTop = box.current.scrollHeight;
    }
  }, [shown, paused, wrap]);
  useEffect(() => {
    const element = box.current;
    const onScroll = () => {
      if (!element || scrolledByUs.current) {
        scrolledByUs.current = false;
        return;
      }
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      onPause(!atEnd);
    };
    element?.addEventListener("scroll", onScroll, { passive: true });
    return () => element?.removeEventListener("scroll", onScroll);
  }, [onPause]);
  return (
    <div ref={box} className={styles.box} tabIndex={0} role="log" aria-live="off" aria-label={t.detail.log.title}>
      {view.dropped > 0 && <p className={styles.gap}>{t.detail.log.dropped(exact(view.dropped))}</p>}
      {view.missedBytes > 0 && <p className={styles.gap}>{t.detail.log.missed(bytes(view.missedBytes))}</p>}
      <pre className={styles.lines} data-wrap={wrap}>
        {shown.join("\n")}
      </pre>
    </div>
  );
}
