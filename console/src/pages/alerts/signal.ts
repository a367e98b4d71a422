import type { Alert, SignalMinute } from "../../api/types";

/** The measure that each rule compares. */
const MEASURES: Partial<Record<string, SignalMinute["measure"]>> = {
  QUOTA_HIGH: "USED_PERMILLE",
  ENGINE_DOWN: "SILENT_SECONDS",
};

/** The name of the signal that an alert is about: "engine.inference.chat" of "engine-down.inference.chat". */
export function signalName({ name, signal }: Alert): string {
  return `${signal.kind.toLowerCase()}${name.slice(name.indexOf("."))}`;
}

const MINUTE = 60_000;
const BEFORE = 60 * MINUTE;
const AFTER = 15 * MINUTE;

/** The minutes around an alert: an hour before it began until a while after it was over, or now. */
export function around(alert: Alert, minutes: readonly SignalMinute[], now: number): SignalMinute[] {
  const measure = MEASURES[alert.rule];
  const from = Date.parse(alert.since) - BEFORE;
  const to = alert.resolvedAt === undefined ? now : Date.parse(alert.resolvedAt) + AFTER;
  return minutes.filter((each) => {
    const at = Date.parse(each.minute);
    return each.measure === measure && at >= from && at <= to;
  });
}

/** Every minute from the first to the last, also those of which nothing is known. */
export function everyMinute(minutes: readonly SignalMinute[]): { at: number; minute: SignalMinute | undefined }[] {
  const byStart = new Map(minutes.map((minute) => [Date.parse(minute.minute), minute]));
  const first = Math.min(...byStart.keys());
  const last = Math.max(...byStart.keys());
  const count = byStart.size === 0 ? 0 : Math.round((last - first) / MINUTE) + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * MINUTE;
    return { at, minute: byStart.get(at) };
  });
}
