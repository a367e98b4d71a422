/** Calendar months as the contract writes them, "2026-01", each in a zone. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The month of a moment. */
export function monthOf(instant: number, zone: string): string {
  return dayOf(instant, zone).slice(0, 7);
}

/** The month `by` months later. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** When a month begins in a zone, in milliseconds since the epoch. */
export function monthStart(month: string, zone: string): number {
  return dayStart(`${month}-01`, zone);
}

/** When a day begins in a zone: at midnight, or later where the clock skips it. */
export function dayStart(day: string, zone: string): number {
  // Zones lie within a day of UTC; days as text are in order.
  const about = Date.parse(`${day}T00:00:00Z`);
  let before = about - 24 * HOUR;
  let within = about + 24 * HOUR;
  while (within - before > MINUTE) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE) * MINUTE;
    if (dayOf(middle, zone) < day) {
      before = middle;
    } else {
      within = middle;
    }
  }
  return within;
}

/** The day `count` days before another, both as text. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * 24 * HOUR).toISOString().slice(0, 10);
}

/** A day as "2026-01-31". */
export function dayOf(instant: number, zone: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone: zone })
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.year ?? ""}-${parts.month ?? ""}-${parts.day ?? ""}`;
}
