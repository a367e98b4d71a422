import type { UsageWindow } from "../../api/resources";
import { dayOf, dayStart, daysBefore, monthAfter, monthStart } from "../../i18n/months";

/** The last 7 or 30 days, today among them, or a calendar month. */
export type Range = "7d" | "30d" | "month";

const DAYS = { "7d": 7, "30d": 30 };

export function rangeOf(text: string | undefined): Range {
  return text === "7d" || text === "30d" ? text : "month";
}

/** The time that is asked for: whole days as the zone has them. The month that goes on is the server's default. */
export function windowOf(
  range: Range,
  month: string,
  current: string,
  zone: string,
  now: number,
  tenant: string | undefined,
): UsageWindow {
  if (range !== "month") {
    const first = daysBefore(dayOf(now, zone), DAYS[range] - 1);
    return { tenant, from: new Date(dayStart(first, zone)).toISOString(), to: undefined };
  }
  return month === current
    ? { tenant, from: undefined, to: undefined }
    : {
        tenant,
        from: new Date(monthStart(month, zone)).toISOString(),
        to: new Date(monthStart(monthAfter(month, 1), zone)).toISOString(),
      };
}
