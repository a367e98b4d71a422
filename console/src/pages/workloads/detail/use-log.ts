import { useCallback, useEffect, useRef, useState } from "react";
import { EMPTY_LOG, type LogView, followLog } from "../../../api/log";

/** A burst of pieces is shown at once. */
const GATHER_MILLIS = 100;

/** Follows a log once it has begun; while paused, what is shown stands still and the new lines are counted. */
export function useLog(tenant: string, workload: string, begun: boolean) {
  const [view, setView] = useState<LogView>(EMPTY_LOG);
  const [frozen, setFrozen] = useState<LogView | undefined>(undefined);
  const latest = useRef<LogView>(EMPTY_LOG);

  useEffect(() => {
    latest.current = EMPTY_LOG;
    if (!begun) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followLog(tenant, workload, (change) => {
      latest.current = change(latest.current);
      timer ??= setTimeout(() => {
        timer = undefined;
        setView(latest.current);
      }, GATHER_MILLIS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [tenant, workload, begun]);

  const setPaused = useCallback((paused: boolean) => {
    setFrozen((before) => (paused ? (before ?? latest.current) : undefined));
  }, []);
  const total = (each: LogView) => each.dropped + each.lines.length;
  return {
    view,
    shown: (frozen ?? view).lines,
    waiting: frozen === undefined ? 0 : total(view) - total(frozen),
    paused: frozen !== undefined,
    setPaused,
  };
}
