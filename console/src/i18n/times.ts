import type { Units } from "./units";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its two largest units: "2 h 14 m", "3 d 4 h", "12 s"; below a second in milliseconds. */
export function duration(units: Units, millis: number): string {
  const length = Math.max(0, millis);
  if (length < SECOND) {
    return units.milliseconds(Math.floor(length));
  }
  if (length < MINUTE) {
    return units.seconds(Math.floor(length / SECOND));
  }
  if (length < HOUR) {
    return two(units.minutes(Math.floor(length / MINUTE)), Math.floor((length % MINUTE) / SECOND), units.seconds);
  }
  if (length < DAY) {
    return two(units.hours(Math.floor(length / HOUR)), Math.floor((length % HOUR) / MINUTE), units.minutes);
  }
  return two(units.days(Math.floor(length / DAY)), Math.floor((length % DAY) / HOUR), units.hours);
}

function two(larger: string, smaller: number, unit: (count: number) => string): string {
  return smaller === 0 ? larger : `${larger} ${unit(smaller)}`;
}

/** How long ago (or, for a moment to come, in how long), in one unit: "3 s ago", "2 h ago". */
export function relative(units: Units, at: number, now: number): string {
  const length = Math.abs(now - at);
  if (length < SECOND) {
    return units.justNow;
  }
  const text = coarse(units, length);
  return at <= now ? units.ago(text) : units.ahead(text);
}

function coarse(units: Units, length: number): string {
  if (length < MINUTE) {
    return units.seconds(Math.floor(length / SECOND));
  }
  if (length < HOUR) {
    return units.minutes(Math.floor(length / MINUTE));
  }
  return length < DAY ? units.hours(Math.floor(length / HOUR)) : units.days(Math.floor(length / DAY));
}

/** A moment as people write it down: "2026-03-14 09:26:53", in `zone` (an IANA name; absent: this machine's). */
export function moment(instant: number, zone?: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      ...(zone !== undefined && { timeZone: zone }),
    })
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  return `${year ?? ""}-${month ?? ""}-${day ?? ""} ${hour ?? ""}:${minute ?? ""}:${second ?? ""}`;
}

/** The zone that moments are shown in and how far it is from UTC at `instant`: "Asia/Shanghai, UTC+8". */
export function shownZone(instant: number, zone = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const offset = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts(instant)
    .find((part) => part.type === "timeZoneName")?.value;
  return zone === "UTC" || offset === undefined ? zone : `${zone}, ${offset.replace("GMT", "UTC")}`;
}
