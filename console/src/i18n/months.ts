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
  // Zones lie within a day of UTC; months as text are in order.
  const about = Date.parse(`${month}-01T00:00:00Z`);
  let before = about - 24 * HOUR;
  let within = about + 24 * HOUR;
  while (within - before > MINUTE) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE) * MINUTE;
    if (monthOf(middle, zone) < month) {
      before = middle;
    } else {
      within = middle;
    }
  }
  return within;
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
